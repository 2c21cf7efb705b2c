package dev.nacoscapacity.simulator.study.search;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Which resources were exhausted in a failed run, and which were not. */
final class Saturation {

  /** Codes of causes in a verdict that already name an exhausted resource. */
  private static final Set<String> USED_UP =
      Set.of("machineSaturated", "serverSaturated", "serverGc");

  private final RunRecord run;
  private final double seconds;
  private final List<Reason> reasons = new ArrayList<>();

  private Saturation(RunRecord run) {
    this.run = run;
    this.seconds = run.windowSeconds();
  }

  /**
   * The findings; empty for a run without a measurement window.
   *
   * @param run with its verdict
   */
  static List<Reason> of(RunRecord run) {
    Saturation saturation = new Saturation(run);
    if (run.windowSeconds() > 0) {
      saturation.processors();
      saturation.threads();
      saturation.generator();
    }
    return List.copyOf(saturation.reasons);
  }

  private void processors() {
    double cores = run.servers().values().stream().mapToDouble(Server::cpuSeconds).sum() / seconds;
    if (!repeated(reason -> USED_UP.contains(reason.code())) && cores > 0) {
      Map.Entry<String, Server> busiest =
          run.servers().entrySet().stream()
              .max(Comparator.comparingDouble(node -> node.getValue().cpuSeconds()))
              .orElseThrow();
      double gcMs = most(Server::gcMs).map(Number::doubleValue).orElse(0.0);
      add(
          "notSaturated",
          with("nodes", cores)
              .and("busiest", busiest.getKey())
              .and("busiestCores", busiest.getValue().cpuSeconds() / seconds)
              .and("gcPercent", gcMs / 10 / seconds));
    }
  }

  private void threads() {
    most(Server::threadsMax)
        .ifPresent(
            threads ->
                add(
                    "serverThreads",
                    with("threads", threads)
                        .and("connections", most(Server::connectionsMax).orElse(null))));
  }

  /** The maximum over the nodes; empty when no node has the figure. */
  private Optional<Number> most(Function<Server, ? extends Number> figure) {
    return run.servers().values().stream()
        .<Number>map(figure)
        .filter(Objects::nonNull)
        .max(Comparator.comparingDouble(Number::doubleValue));
  }

  private void generator() {
    Generator generator = run.generator();
    if (!repeated(reason -> reason.severity() == Severity.GENERATOR)
        && generator != null
        && generator.delays().lagMs() != null
        && generator.cpu().cpuSeconds() != null) {
      add(
          "generatorInTime",
          with("lag", generator.delays().lagMs().p99())
              .and("cores", generator.cpu().cpuSeconds() / seconds));
    }
  }

  /** Copies findings of the verdict; returns whether there were any of this kind. */
  private boolean repeated(Predicate<Reason> kind) {
    List<Reason> repeated = run.verdict().reasons().stream().filter(kind).toList();
    reasons.addAll(repeated);
    return !repeated.isEmpty();
  }

  private void add(String code, Arguments arguments) {
    reasons.add(Reason.of(Severity.CAUSE, code, arguments));
  }
}
