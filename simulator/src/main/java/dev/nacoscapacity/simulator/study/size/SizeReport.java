package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;
import static dev.nacoscapacity.core.text.NumberText.percent;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The answer as text: a table, the known error, and what breaks first. */
final class SizeReport {

  private final SizeQuestion question;
  private final SizeAnswer answer;
  private final int survive;

  SizeReport(SizeQuestion question, SizeAnswer answer) {
    this.question = question;
    this.answer = answer;
    this.survive = question.grid().survive();
  }

  /** The answer in a sentence or two. */
  Message sentence() {
    return answer.best().map(this::smallest).orElseGet(this::nothing);
  }

  private Message smallest(SizedCluster best) {
    ClusterSize size = best.size();
    return Message.of(
        "size.smallest",
        with("nodes", size.nodes())
            .and("cores", size.cores())
            .and("heap", size.heap())
            .and("instances", question.instances())
            .and("dead", survive == 0 ? null : survive)
            .and("planned", rounded(survive == 0 ? best.planned() : best.safe()))
            .and("breaksAt", rounded(best.breaksAt()))
            .and("cpu", 100 * best.cpuWhole())
            .and("error", KnownError.message(question, size.withNodes(size.nodes() - survive)))
            .and("published", best.trial().published()));
  }

  private Message nothing() {
    SizeAnswer.SmallCluster last = answer.tooSmall().get(answer.tooSmall().size() - 1);
    // The search runs the largest cluster when nothing passes.
    ClusterTrial largest = last.trial().orElseThrow();
    // Otherwise its run shows the lacking resource.
    boolean tooSmall = SizeSearch.planned(last.breaksAt()) < question.instances();
    return Message.of(
        "size.none",
        with("nodes", largest.nodes().clusterNodes())
            .and("cores", largest.nodes().cores())
            .and("heap", largest.nodes().heap())
            .and("instances", question.instances())
            .and("dead", survive == 0 ? null : survive)
            .and("breaksAt", tooSmall ? rounded(last.breaksAt()) : null)
            .and("why", largest.saturation().isEmpty() ? null : usedUp(largest))
            .and("published", largest.published()));
  }

  private static Message usedUp(ClusterTrial trial) {
    Reason first = trial.saturation().get(0);
    return new Message(first.code(), first.arguments(), first.text());
  }

  /** The complete report. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(loadLine());
    lines.add("");
    if (!answer.clusters().isEmpty()) {
      lines.addAll(table().lines());
      lines.addAll(notes());
      answer.tooSmall().forEach(each -> lines.add(tooSmall(each)));
      lines.add("");
    }
    lines.add(sentence().text());
    answer.best().ifPresent(best -> rest(best, lines));
    return lines;
  }

  private String loadLine() {
    return NumberText.of(
        "Load:       %s of %s over %s, auth %s%s; %s, costs %s",
        NumberText.counted(question.instances(), "instance", "instances"),
        NumberText.counted(question.services(), "service", "services"),
        question.grpc() ? "grpc" : "http",
        question.auth() ? "on" : "off",
        survive == 0 ? "" : ", with %d of the nodes dead".formatted(survive),
        question.costs().version(),
        question.costs().file().name());
  }

  private Table table() {
    String state = survive == 0 ? "" : ", %d dead".formatted(survive);
    List<Field<SizedCluster>> fields = new ArrayList<>();
    fields.add(Field.text("nodes", of -> "" + of.size().nodes()));
    fields.add(Field.number("cores", 0, of -> of.size().cores()));
    fields.add(Field.number("heap", 0, of -> of.size().heap()));
    fields.add(Field.number("CPU", 0, of -> percent(of.cpuWhole())));
    if (survive > 0) {
      fields.add(Field.number("CPU" + state, 0, of -> percent(of.trial().use().cpuShare())));
    }
    fields.add(
        Field.number(
            "beat p99 ms" + state, 0, of -> NumberText.decimal(of.trial().use().beatP99Ms())));
    fields.add(Field.number("heap live" + state, 0, of -> percent(of.trial().use().heapShare())));
    fields.add(Field.number("breaks at", 0, of -> rounded(of.breaksAt())));
    fields.add(Field.number("plan with", 0, of -> rounded(of.planned())));
    fields.add(
        Field.number(
            "safe, %d dead".formatted(question.grid().dead()),
            0,
            of -> of.safe() == 0 ? null : rounded(of.safe())));
    return Table.whole(answer.clusters(), fields);
  }

  /** Three digits are the precision of a model. */
  static int rounded(int instances) {
    int unit = (int) Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, instances))) - 2));
    return instances / unit * unit;
  }

  private List<String> notes() {
    return List.of(
        NumberText.of(
            "  CPU: of the busiest node; breaks at: about where it is %.0f %% busy, by arithmetic,"
                + " with",
            100 * SizeSearch.FULL),
        "  services as large; plan with: half of it, since real clusters held about half of a",
        "  prediction (docs/size.md); safe: likewise, with so many dead");
  }

  private String tooSmall(SizeAnswer.SmallCluster each) {
    ClusterSize whole = each.alive().withNodes(each.alive().nodes() + survive);
    return "None is large enough up to %s, which %s".formatted(whole.words(), lack(each));
  }

  private static String lack(SizeAnswer.SmallCluster each) {
    Optional<ClusterTrial> failed = each.trial().filter(trial -> !trial.passed());
    if (failed.isPresent()) {
      return "fails: " + failed.get().saturation().get(0).text();
    }
    return each.breaksAt() == 0
        ? "would be full of what has to live in its heap."
        : NumberText.of(
            "would break at %,d: plan with %,d.",
            rounded(each.breaksAt()), rounded(SizeSearch.planned(each.breaksAt())));
  }

  private static void beyond(SizedCluster best, ClusterTrial beyond, List<String> lines) {
    if (beyond.passed()) {
      lines.add(
          NumberText.of(
              beyond.result().instances() < best.breaksAt()
                  ? "It passes with %,d instances, too; what breaks first beyond was not tried."
                  : "It still passes with %,d instances: the arithmetic is too careful here.",
              beyond.result().instances()));
      return;
    }
    lines.add(NumberText.of("What breaks first beyond it, at %,d:", beyond.result().instances()));
    beyond.saturation().forEach(each -> lines.add("  - " + each.text()));
    beyond.result().reasons().stream().limit(1).forEach(each -> lines.add("  - " + each.text()));
  }

  private void rest(SizedCluster best, List<String> lines) {
    answer
        .beyond()
        .ifPresentOrElse(
            beyond -> beyond(best, beyond, lines),
            () -> lines.add("What breaks first beyond it is unknown: that run could not be made."));
    if (question.grpc() && question.costs().version() == ServerVersion.V2_2_4) {
      lines.add(
          "Registrations and copies that 2.2.4 loses whatever its size are left out: see"
              + " docs/results.md.");
    }
  }
}
