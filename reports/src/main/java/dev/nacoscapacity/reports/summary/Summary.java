package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.NumberText.counted;
import static dev.nacoscapacity.core.text.NumberText.decimal;
import static dev.nacoscapacity.core.text.NumberText.exact;
import static dev.nacoscapacity.core.text.NumberText.exactPercent;
import static dev.nacoscapacity.core.text.NumberText.of;

import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.ConfigChanges;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.WaveResult;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Workload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run on one screen: target and workload, rates and latency of each operation, state of the
 * registry, resources of generator and servers, and the verdict with its reasons.
 */
public final class Summary {

  /** Further reasons are in run.json; the worst come first. */
  private static final int MOST_REASONS = 10;

  private final RunRecord run;
  private final boolean exits;
  private final List<String> lines = new ArrayList<>();

  private Summary(RunRecord run, boolean exits) {
    this.run = run;
    this.exits = exits;
  }

  /**
   * Prints a run whose verdict is the exit code of the command that prints it.
   *
   * @param folder of the run
   */
  public static void print(RunRecord run, Path folder, PrintStream out) {
    lines(run, folder).forEach(out::println);
  }

  /**
   * Prints a run that was made elsewhere, whose verdict is not the exit code.
   *
   * @param folder of the run
   */
  public static void printImported(RunRecord run, Path folder, PrintStream out) {
    lines(new Summary(run, false), folder).forEach(out::println);
  }

  static List<String> lines(RunRecord run, Path folder) {
    return lines(new Summary(run, true), folder);
  }

  private static List<String> lines(Summary summary, Path folder) {
    RunRecord run = summary.run;
    summary.head();
    if (run.experiment() == null) {
      summary.tables();
      if (run.generator() != null) {
        summary.lines.addAll(GeneratorLines.of(run.generator()));
      }
    } else {
      summary.lines.add("");
      summary.lines.addAll(ExperimentTables.lines(run.experiment()));
    }
    summary.stages();
    summary.waves();
    summary.fidelity();
    summary.verdict();
    summary.add("Run folder: ", folder.toString());
    summary.stamp();
    return summary.lines;
  }

  private void head() {
    Target target = run.target();
    stamp();
    if (!run.remarks().title().isEmpty()) {
      add("Title:      ", run.remarks().title());
    }
    run.remarks().tags().forEach((key, value) -> add("Tag:        ", key + " = " + value));
    if (target.standIn()) {
      add(
          "",
          "STAND-IN: no Nacos was there. This run proves the generator and the tool, and nothing "
              + "about Nacos's capacity.");
    }
    if (run.source().tellsWorkload()) {
      target(target, run.workload());
    } else {
      add(
          "Load:       ",
          of(
              "%,d calls of JMeter; measured %.0f s of %.0f s",
              run.requests(OperationResult::achieved), run.windowSeconds(), run.durationSeconds()));
    }
    if (run.scaleModel() != null) {
      add("Scale:      ", run.scaleModel().times().text());
    }
    run.notes().forEach(note -> add("Note:       ", note));
  }

  private void target(Target target, Workload workload) {
    add(
        "Target:     ",
        "%s%s, %s%s, auth %s%s"
            .formatted(
                target.kind(),
                target.version() == null || target.version().equals(target.kind())
                    ? ""
                    : " " + target.version(),
                counted(target.nodes().size(), "node", "nodes"),
                processors(target),
                auth(target),
                target.reached().map(way -> ", " + way).orElse("")));
    add(
        "Load:       ",
        of(
            "%s of %s over %s%s, %s, shard %s; measured %.0f s of %.0f s",
            counted(workload.instances(), "instance", "instances"),
            counted(workload.services(), "service", "services"),
            workload.protocol().label() + api(target, workload),
            workload
                .clients()
                .overGrpc()
                .map(
                    clients ->
                        of(
                            " (client model %s, %s)",
                            clients.model().label(),
                            counted(workload.grpcConnections(), "connection", "connections")))
                .orElse(""),
            workload.timing().phase().label(),
            workload.population().shard(),
            run.windowSeconds(),
            run.durationSeconds()));
  }

  /** The HTTP API; empty for v1, the default. */
  private static String api(Target target, Workload workload) {
    return !workload.protocol().grpc() && "v3".equals(target.access().httpApi()) ? " v3" : "";
  }

  /** The stamp is both the first and the last line, since a reader may see only one of them. */
  private void stamp() {
    run.target().warning().ifPresent(stamp -> add("", stamp.text()));
  }

  private static String processors(Target target) {
    return target.nodeCores().map(each -> " of %s processors".formatted(exact(each))).orElse("");
  }

  private static String auth(Target target) {
    if (!target.auth()) {
      return "off";
    }
    if (target.authCache() == null) {
      return "on";
    }
    return target.authCache() ? "on, token cache on" : "on, token cache off";
  }

  private void tables() {
    if (!run.operations().isEmpty()) {
      lines.add("");
      lines.addAll(Tables.operations(run));
      note(
          "required, achieved: a second; skipped: fell due while the call before was under way; p50"
              + " to max: latency in ms, from "
              + (run.source().closedLoop() ? "the start of a call; " : "the time a call was due; ")
              + (Tables.showRetries(run) ? "retry (attempts that failed before), " : "")
              + "wait (for a connection), serve: p99 of its parts");
      if (run.operations().containsKey(Operation.PUSH.label())) {
        lines.add("  push: from an instance's registration to a push with it");
      }
    }
    run.lifecycle().forEach((name, calls) -> note(lifecycle(name, calls)));
    if (run.pushes() != null) {
      note(pushes(run.pushes()));
    }
    if (run.changes() != null) {
      note(changes(run.changes()));
    }
    if (run.configChanges() != null) {
      note(configChanges(run.configChanges()));
    }
    RegistryResult registry = run.registry();
    if (registry != null) {
      lines.add("");
      lines.addAll(Tables.registry(registry));
      note(
          "each node's worst moment; unk.beats: answered \"unknown instance\"; stale: deregistered,"
              + " still listed; unread: their state was not read for over 20 s");
      if (registry.beatGapMs() != null) {
        lines.add(
            of(
                "  beats of one instance were written %.1f s apart (p99), at most %.1f s",
                registry.beatGapMs().p99() / 1e3, registry.beatGapMs().max() / 1e3));
      }
    }
    if (!run.servers().isEmpty()) {
      lines.add("");
      lines.addAll(Tables.servers(run.servers(), run.windowSeconds()));
      if (run.servers().values().stream().anyMatch(node -> node.sharesProcessOf() != null)) {
        lines.add("  nodes that share a process: what it uses counts once, at the first of them");
      }
    }
  }

  private static String lifecycle(String name, OperationResult calls) {
    return of(
        "%s: %,d in the whole run, %,d failed; p50 %s, p99 %s, max %s ms",
        name,
        calls.achieved(),
        calls.failures(),
        OperationFigure.P50.text(calls, 0),
        OperationFigure.P99.text(calls, 0),
        OperationFigure.MAX.text(calls, 0));
  }

  private static String pushes(Pushes pushes) {
    return of(
        "pushes: %,d in the whole run, mostly its ramp; from a registration to a push with it %s",
        pushes.count(), delay(pushes.latencyMs()));
  }

  /** How long changes took to reach their last subscriber, in a line. */
  public static String changes(Changes changes) {
    return of(
        "changes: %,d after the ramp reached every subscriber, %,d were superseded before; %,d in"
            + " the whole run never reached some subscriber%s",
        changes.count(),
        changes.superseded(),
        changes.incomplete(),
        changes.latencyMs() == null
            ? ""
            : "; from a change to its last subscriber " + delay(changes.latencyMs()));
  }

  private static String delay(Percentiles millis) {
    return of(
        "p50 %s, p99 %s, max %s ms",
        decimal(millis.p50()), decimal(millis.p99()), decimal(millis.max()));
  }

  private static String configChanges(ConfigChanges changes) {
    Percentiles last = changes.lastDelayMs();
    return of(
        "changed configurations: read %,d times; from a publish to a listener's read %s%s",
        changes.read(),
        delay(changes.delayMs()),
        last == null
            ? ""
            : of("; to the last listener's, of %,d changes, %s", changes.complete(), delay(last)));
  }

  private void stages() {
    if (!run.stages().isEmpty()) {
      lines.add("");
      lines.addAll(Tables.stages(run.stages()));
      note(
          "stage: instances registered by then, held for as long as was asked; the figures above are"
              + " of the last one");
    }
  }

  private void waves() {
    if (!run.waves().isEmpty()) {
      lines.add("");
    }
    String label = "Waves:      ";
    for (WaveResult wave : run.waves()) {
      add(label, WaveText.line(wave));
      label = " ".repeat(label.length());
    }
  }

  private void fidelity() {
    if (run.scaleModel() == null) {
      return;
    }
    lines.add("");
    run.scaleModel().known().map(Summary::fidelity).ifPresent(text -> add("Fidelity:   ", text));
    add(
        run.scaleModel().known().isEmpty() ? "Fidelity:   " : "            ",
        ScaleModel.unscaled().text());
  }

  private static String fidelity(ScaleModel.Fidelity fidelity) {
    return of(
        "processors %.0f %% busy, %s stolen; time slowed %s would have sufficed; threads waited %s ms"
            + " for a processor per CPU second; the busiest, %s of %s, used %.2f processors; clocks"
            + " drifted %s",
        100 * fidelity.busyShare(),
        exactPercent(fidelity.stolenShare()),
        counted((long) fidelity.dilationNeeded(), "time", "times"),
        decimal(fidelity.waitingMs()),
        fidelity.busiestThread().name(),
        fidelity.busiestThread().node(),
        fidelity.busiestThread().cores(),
        exactPercent(fidelity.driftShare()));
  }

  private void verdict() {
    Verdict verdict = run.verdict();
    lines.add("");
    if (verdict == null) {
      add("", "NO VERDICT: the run ended before it had one.");
      return;
    }
    add(
        "",
        exits
            ? "%s (exit code %d)".formatted(verdict.status(), verdict.status().exitCode())
            : verdict.status().toString());
    verdict.reasons().stream().limit(MOST_REASONS).map(Reason::text).forEach(t -> add("  - ", t));
    int more = verdict.reasons().size() - MOST_REASONS;
    if (more > 0) {
      add("  - ", "and %d more, in run.json".formatted(more));
    }
    if (verdict.published() != null) {
      add("Published:  ", verdict.published().text());
    }
  }

  /** A legend under a table. */
  private void note(String text) {
    lines.addAll(LineWrap.lines("  ", "  ", text));
  }

  /** Wraps a long text and indents its further lines. */
  private void add(String label, String text) {
    lines.addAll(LineWrap.lines(label, " ".repeat(label.length()), text));
  }
}
