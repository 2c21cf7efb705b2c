package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.Arguments.with;
import static dev.nacoscapacity.core.text.NumberText.decimal;

import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.ConfigChanges;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Workload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run on one screen: target and workload, rates and latency of each operation, state of the
 * registry, resources of generator and servers, and the verdict with its reasons.
 */
public final class Summary {

  /** Further reasons are in run.json; the worst come first. */
  private static final int MOST_REASONS = 10;

  private final RunRecord run;
  private final Language language;
  private final boolean exits;
  private final List<String> lines = new ArrayList<>();

  private Summary(RunRecord run, Language language, boolean exits) {
    this.run = run;
    this.language = language;
    this.exits = exits;
  }

  /**
   * Prints a run whose verdict is the exit code of the command that prints it.
   *
   * @param folder of the run
   */
  public static void print(RunRecord run, Path folder, Language language, PrintStream out) {
    lines(run, folder, language).forEach(out::println);
  }

  /**
   * Prints a run that was made elsewhere, whose verdict is not the exit code.
   *
   * @param folder of the run
   */
  public static void printImported(RunRecord run, Path folder, Language language, PrintStream out) {
    lines(new Summary(run, language, false), folder).forEach(out::println);
  }

  static List<String> lines(RunRecord run, Path folder, Language language) {
    return lines(new Summary(run, language, true), folder);
  }

  private static List<String> lines(Summary summary, Path folder) {
    RunRecord run = summary.run;
    summary.head();
    if (run.experiment() == null) {
      summary.tables();
      summary.generator();
    } else {
      summary.lines.add("");
      summary.lines.addAll(ExperimentTables.lines(run.experiment(), summary.language));
    }
    summary.stages();
    summary.waves();
    summary.fidelity();
    summary.verdict();
    summary.add("runFolder", folder.toString());
    summary.stamp();
    return summary.lines;
  }

  private void head() {
    Target target = run.target();
    stamp();
    run.remarks().tags().forEach((key, value) -> add("tag", key + " = " + value));
    if (target.standIn()) {
      say("summary.standIn");
    }
    if (run.source().tellsWorkload()) {
      add("target", language.say("summary.target", target(target)));
      run.workload().rate().ifPresent(rate -> add("api", rate.label()));
      add("load", language.say("summary.load", load(target, run.workload())));
    } else {
      add(
          "load",
          language.say(
              "summary.jmeter",
              with("calls", run.requests(OperationResult::achieved))
                  .and("window", run.windowSeconds())
                  .and("duration", run.durationSeconds())));
    }
    if (run.scaleModel() != null) {
      add("scale", run.scaleModel().times().in(language));
    }
    run.notes().forEach(note -> add("note", note.in(language)));
  }

  private static Arguments target(Target target) {
    return with("kind", target.kind())
        .and("version", target.kind().equals(target.version()) ? null : target.version())
        .and("nodes", target.nodes().size())
        .and("cores", target.nodeCores().map(NumberText::exact))
        .and("auth", auth(target))
        .and("reached", target.reached().map(Object::toString));
  }

  private Arguments load(Target target, Workload workload) {
    Arguments arguments =
        with("instances", workload.instances())
            .and("services", workload.services())
            .and("protocol", workload.protocol().label() + api(target, workload))
            .and("arrivals", workload.timing().phase().label())
            .and("shard", workload.population().shard())
            .and("window", run.windowSeconds())
            .and("duration", run.durationSeconds());
    workload
        .clients()
        .overGrpc()
        .ifPresent(
            clients ->
                arguments
                    .and("model", clients.model().label())
                    .and("connections", workload.grpcConnections()));
    return arguments;
  }

  /** The HTTP API; empty for v1, the default. */
  private static String api(Target target, Workload workload) {
    return !workload.protocol().grpc() && "v3".equals(target.access().httpApi()) ? " v3" : "";
  }

  /** The stamp is both the first and the last line, since a reader may see only one of them. */
  private void stamp() {
    run.target().warning().ifPresent(stamp -> wrap("", stamp.in(language)));
  }

  private static String auth(Target target) {
    if (!target.auth()) {
      return "off";
    }
    if (target.authCache() == null) {
      return "on";
    }
    return target.authCache() ? "cached" : "uncached";
  }

  private void tables() {
    if (!run.operations().isEmpty()) {
      lines.add("");
      lines.addAll(Tables.operations(run, language));
      if (run.workload().rate().isPresent()) {
        note("summary.rate");
        run.operations(run.workload().rate().get().api().operation()).forEach(this::failures);
      } else {
        note(
            "summary.calls",
            with("from", run.source().closedLoop() ? "start" : "due")
                .and("retry", Tables.showRetries(run) ? "retry" : null));
      }
      if (run.operations().containsKey(Operation.PUSH.label())) {
        note("summary.push");
      }
    }
    run.lifecycle().forEach((name, calls) -> note("summary.lifecycle", lifecycle(name, calls)));
    if (run.pushes() != null) {
      note("summary.pushes", pushes(run.pushes()));
    }
    if (run.changes() != null) {
      wrap("  ", changes(run.changes(), language));
    }
    if (run.configChanges() != null) {
      note("summary.configChanges", configChanges(run.configChanges()));
    }
    RegistryResult registry = run.registry();
    if (registry != null) {
      lines.add("");
      lines.addAll(Tables.registry(registry, language));
      note("summary.registry");
      if (registry.beatGapMs() != null) {
        note(
            "summary.beatGap",
            with("p99", registry.beatGapMs().p99() / 1e3)
                .and("max", registry.beatGapMs().max() / 1e3));
      }
    }
    if (!run.servers().isEmpty()) {
      lines.add("");
      lines.addAll(Tables.servers(run.servers(), run.windowSeconds(), language));
      if (run.servers().values().stream().anyMatch(node -> node.sharesProcessOf() != null)) {
        note("summary.sharedProcess");
      }
    }
  }

  /** The failed calls by what the servers answered, or why they did not. */
  private void failures(OperationResult calls) {
    calls
        .failed()
        .forEach(
            (reason, count) -> note("summary.failed", with("count", count).and("reason", reason)));
  }

  private static Arguments lifecycle(String name, OperationResult calls) {
    return with("operation", name)
        .and("calls", calls.achieved())
        .and("failed", calls.failures())
        .and("p50", OperationFigure.P50.text(calls, 0))
        .and("p99", OperationFigure.P99.text(calls, 0))
        .and("max", OperationFigure.MAX.text(calls, 0));
  }

  private Arguments pushes(Pushes pushes) {
    return with("count", pushes.count()).and("delay", delay(pushes.latencyMs(), language));
  }

  /** How long changes took to reach their last subscriber, in a line. */
  public static String changes(Changes changes, Language language) {
    return language.say(
        "summary.changes",
        with("count", changes.count())
            .and("superseded", changes.superseded())
            .and("incomplete", changes.incomplete())
            .and(
                "delay",
                Optional.ofNullable(changes.latencyMs()).map(delay -> delay(delay, language))));
  }

  private static String delay(Percentiles millis, Language language) {
    return language.say(
        "summary.delay",
        with("p50", decimal(millis.p50()))
            .and("p99", decimal(millis.p99()))
            .and("max", decimal(millis.max())));
  }

  private Arguments configChanges(ConfigChanges changes) {
    return with("read", changes.read())
        .and("delay", Optional.ofNullable(changes.delayMs()).map(delay -> delay(delay, language)))
        .and("incomplete", changes.incomplete() == 0 ? null : changes.incomplete())
        .and("complete", changes.complete())
        .and(
            "last",
            Optional.ofNullable(changes.lastDelayMs()).map(delay -> delay(delay, language)));
  }

  private void generator() {
    if (run.generator() != null) {
      lines.add("");
      paragraphs("generator", GeneratorLines.of(run.generator(), language));
    }
  }

  private void stages() {
    if (!run.stages().isEmpty()) {
      lines.add("");
      lines.addAll(stages(run, language).lines(language));
      note("summary.stages");
    }
  }

  /** The stages of a growing fleet, with a row for each operation of each. */
  public static Table stages(RunRecord run, Language language) {
    return Tables.stages(run.stages(), language);
  }

  private void waves() {
    if (!run.waves().isEmpty()) {
      lines.add("");
      paragraphs("waves", run.waves().stream().map(wave -> WaveText.line(wave, language)).toList());
    }
  }

  private void fidelity() {
    if (run.scaleModel() == null) {
      return;
    }
    lines.add("");
    paragraphs(
        "fidelity",
        Stream.concat(
                run.scaleModel().known().map(this::fidelity).stream(),
                Stream.of(ScaleModel.unscaled().in(language)))
            .toList());
  }

  private String fidelity(ScaleModel.Fidelity fidelity) {
    return language.say(
        "summary.fidelity",
        with("busy", 100 * fidelity.busyShare())
            .and("stolen", fidelity.stolenShare())
            .and("needed", (long) Math.ceil(fidelity.dilationNeeded()))
            .and("waiting", decimal(fidelity.waitingMs()))
            .and("thread", fidelity.busiestThread().name())
            .and("node", fidelity.busiestThread().node())
            .and("cores", fidelity.busiestThread().cores())
            .and("drift", fidelity.driftShare()));
  }

  private void verdict() {
    Verdict verdict = run.verdict();
    lines.add("");
    if (verdict == null) {
      say("summary.noVerdict");
      return;
    }
    wrap(
        "",
        language.say(
            "summary.verdict",
            with("status", verdict.status().word())
                .and("code", exits ? verdict.status().exitCode() : null)));
    verdict.reasons().stream()
        .limit(MOST_REASONS)
        .forEach(reason -> wrap("  - ", reason.in(language)));
    int more = verdict.reasons().size() - MOST_REASONS;
    if (more > 0) {
      wrap("  - ", language.say("summary.moreReasons", with("count", more)));
    }
    verdict.help().ifPresent(help -> wrap("  ", help.in(language)));
    if (verdict.published() != null) {
      add("published", verdict.published().in(language));
    }
  }

  private void say(String sentence) {
    wrap("", language.say(sentence));
  }

  /** A legend under a table. */
  private void note(String sentence) {
    wrap("  ", language.say(sentence));
  }

  private void note(String sentence, Arguments arguments) {
    wrap("  ", language.say(sentence, arguments));
  }

  /** Texts with a label in front of the first. */
  private void paragraphs(String label, List<String> texts) {
    lines.addAll(LineWrap.labelled(language.say("label." + label), texts));
  }

  private void add(String label, String text) {
    paragraphs(label, List.of(text));
  }

  /** Wraps a long text and indents its further lines. */
  private void wrap(String mark, String text) {
    lines.addAll(LineWrap.lines(mark, " ".repeat(mark.length()), text));
  }
}
