package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;
import static dev.nacoscapacity.core.text.NumberText.percent;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
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
  List<String> lines(Language language) {
    String load = language.say("size.load", load());
    List<String> lines =
        new ArrayList<>(LineWrap.labelled(language.say("label.load"), List.of(load)));
    lines.add("");
    if (!answer.clusters().isEmpty()) {
      lines.addAll(table(language).lines(language));
      String legend = language.say("size.legend", with("full", 100 * SizeSearch.FULL));
      lines.addAll(LineWrap.lines("  ", "  ", legend));
      answer.tooSmall().forEach(each -> lines.add(tooSmall(each, language)));
      lines.add("");
    }
    lines.add(sentence().in(language));
    answer.best().ifPresent(best -> rest(best, language, lines));
    return lines;
  }

  private Arguments load() {
    return with("instances", question.instances())
        .and("services", question.services())
        .and("protocol", question.grpc() ? "grpc" : "http")
        .and("auth", question.auth() ? "on" : "off")
        .and("dead", survive == 0 ? null : survive)
        .and("version", question.costs().version())
        .and("costs", question.costs().file().name());
  }

  private Table table(Language language) {
    Optional<Integer> dead = survive == 0 ? Optional.empty() : Optional.of(survive);
    List<Field<SizedCluster>> fields = new ArrayList<>();
    fields.add(Field.text("nodes", of -> "" + of.size().nodes()));
    fields.add(Field.number("cores", 0, of -> of.size().cores()));
    fields.add(Field.number("heap", 0, of -> of.size().heap()));
    fields.add(Field.number("CPU", 0, of -> percent(of.cpuWhole())));
    if (survive > 0) {
      fields.add(
          Field.number(
              heading("CPU", dead, language), 0, of -> percent(of.trial().use().cpuShare())));
    }
    fields.add(
        Field.number(
            heading("beat p99 ms", dead, language),
            0,
            of -> NumberText.decimal(of.trial().use().beatP99Ms())));
    fields.add(
        Field.number(
            heading("heap live", dead, language), 0, of -> percent(of.trial().use().heapShare())));
    fields.add(Field.number("breaks at", 0, of -> rounded(of.breaksAt())));
    fields.add(Field.number("plan with", 0, of -> rounded(of.planned())));
    fields.add(
        Field.number(
            heading("safe", Optional.of(question.grid().dead()), language),
            0,
            of -> of.safe() == 0 ? null : rounded(of.safe())));
    return Table.whole(answer.clusters(), fields);
  }

  private static String heading(String column, Optional<Integer> dead, Language language) {
    return language.say("size.heading", with("column", column).and("dead", dead));
  }

  /** Three digits are the precision of a model. */
  static int rounded(int instances) {
    int unit = (int) Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, instances))) - 2));
    return instances / unit * unit;
  }

  private String tooSmall(SizeAnswer.SmallCluster each, Language language) {
    ClusterSize whole = each.alive().withNodes(each.alive().nodes() + survive);
    String cluster = whole.words(language);
    return language.say(
        "size.tooSmall", with("cluster", cluster).and("lack", lack(each, language)));
  }

  private static String lack(SizeAnswer.SmallCluster each, Language language) {
    Optional<ClusterTrial> failed = each.trial().filter(trial -> !trial.passed());
    if (failed.isPresent()) {
      String why = failed.get().saturation().get(0).in(language);
      return language.say("size.lack.fails", with("why", why));
    }
    return each.breaksAt() == 0
        ? language.say("size.lack.heap")
        : language.say(
            "size.lack.breaks",
            with("breaksAt", rounded(each.breaksAt()))
                .and("planned", rounded(SizeSearch.planned(each.breaksAt()))));
  }

  private static void beyond(
      SizedCluster best, ClusterTrial beyond, Language language, List<String> lines) {
    Arguments instances = with("instances", beyond.result().instances());
    if (beyond.passed()) {
      boolean below = beyond.result().instances() < best.breaksAt();
      lines.add(language.say(below ? "size.beyond.passes" : "size.beyond.stillPasses", instances));
      return;
    }
    boolean breaks = beyond.result().status() == Status.FAIL;
    lines.add(language.say(breaks ? "size.beyond.breaks" : "size.beyond.unsure", instances));
    beyond.saturation().forEach(each -> lines.add("  - " + each.in(language)));
    beyond.result().reasons().stream()
        .limit(1)
        .forEach(each -> lines.add("  - " + each.in(language)));
  }

  private void rest(SizedCluster best, Language language, List<String> lines) {
    answer
        .beyond()
        .ifPresentOrElse(
            beyond -> beyond(best, beyond, language, lines),
            () -> lines.add(language.say("size.beyond.unknown")));
    if (question.grpc() && question.costs().version() == ServerVersion.V2_2_4) {
      lines.add(language.say("size.lost"));
    }
  }
}
