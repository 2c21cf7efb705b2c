package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What was used up, and what was not, in a run that failed: its record in sentences. */
final class Saturation {

  /** Codes of the verdict's causes whose sentences say what was used up. */
  private static final Set<String> CAUSES =
      Set.of("machineSaturated", "serverSaturated", "serverGc");

  private final RunRecord run;
  private final double seconds;
  private final List<String> sentences = new ArrayList<>();

  private Saturation(RunRecord run) {
    this.run = run;
    this.seconds = run.windowSeconds();
  }

  /**
   * The sentences, none for a run without a measurement window.
   *
   * @param run judged
   */
  static List<String> of(RunRecord run) {
    Saturation saturation = new Saturation(run);
    if (run.windowSeconds() > 0) {
      saturation.processors();
      saturation.threads();
      saturation.forwarding();
      saturation.generator();
    }
    return List.copyOf(saturation.sentences);
  }

  private void processors() {
    List<String> causes =
        run.verdict().reasons().stream()
            .filter(reason -> CAUSES.contains(reason.code()))
            .map(Reason::text)
            .toList();
    sentences.addAll(causes);
    double cores = run.servers().values().stream().mapToDouble(Server::cpuSeconds).sum() / seconds;
    if (causes.isEmpty() && cores > 0) {
      add(
          "No processor or heap was used up: the nodes used %.2f cores (%s the most, %.2f) and"
              + " collected garbage for at most %.1f %% of the time.",
          cores, busiest().getKey(), busiest().getValue().cpuSeconds() / seconds, 100 * gcShare());
    }
  }

  private Map.Entry<String, Server> busiest() {
    return run.servers().entrySet().stream()
        .max(Comparator.comparingDouble(node -> node.getValue().cpuSeconds()))
        .orElseThrow();
  }

  private double gcShare() {
    return most(Server::gcMs).map(ms -> ms.doubleValue() / 1e3 / seconds).orElse(0.0);
  }

  private void threads() {
    most(Server::threadsMax)
        .ifPresent(
            threads ->
                add(
                    "A node had at most %,d threads%s.",
                    threads.longValue(),
                    most(Server::connectionsMax)
                        .map(open -> format(" and %,d connections", open.longValue()))
                        .orElse("")));
  }

  private Optional<Number> most(Function<Server, ? extends Number> figure) {
    return run.servers().values().stream()
        .<Number>map(figure)
        .filter(Objects::nonNull)
        .max(Comparator.comparingDouble(Number::doubleValue));
  }

  /** A client of 1.x picks any node; one of 2.x stays with the node that then answers for it. */
  private void forwarding() {
    int nodes = run.target().nodes().size();
    if (nodes > 1 && run.workload().protocol().equals("http")) {
      add(
          "Of the beats about %.0f %% reached a node that does not own the service, which forwarded"
              + " them to the one that does.",
          100.0 * (nodes - 1) / nodes);
    }
  }

  private void generator() {
    List<String> limits =
        run.verdict().reasons().stream()
            .filter(reason -> reason.severity() == Severity.GENERATOR)
            .map(Reason::text)
            .toList();
    sentences.addAll(limits);
    Generator generator = run.generator();
    if (limits.isEmpty() && generator != null && generator.lagMs() != null) {
      add(
          "The generator was not the limit: it was late by %.1f ms (p99) and used %.2f cores.",
          generator.lagMs().p99(), generator.cpuSeconds() / seconds);
    }
  }

  private void add(String format, Object... values) {
    sentences.add(format(format, values));
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
