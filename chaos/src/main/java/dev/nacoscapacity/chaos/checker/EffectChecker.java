package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Deviation;
import dev.nacoscapacity.core.experiment.Experiment.Outage;
import dev.nacoscapacity.core.experiment.Experiment.Storm;
import dev.nacoscapacity.core.stats.Fold;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Measures the effects of faults on clients and on what nodes list. */
final class EffectChecker {

  /** Momentary figures only; the loss checker handles figures that add up over time. */
  private static final List<RegistryCount> DEVIATIONS =
      Stream.of(RegistryCount.values())
          .filter(figure -> figure.isFault() && figure.overTime() == Fold.MAX)
          .toList();

  private static final List<Operation> OF_STORMS =
      List.of(Operation.REGISTER, Operation.CONNECT, Operation.LOGIN);

  private EffectChecker() {}

  /**
   * Measures the outage of clients since the first fault. It ends with the last second that has
   * more failed calls or clients without service than any of the steady state. The first success
   * would be too early, since clients of live nodes succeed throughout.
   */
  static Outage outage(History history, Baseline baseline) {
    Background usual = Background.of(history, baseline);
    List<TrialSecond> seconds = history.after(history.firstFault());
    List<TrialSecond> bad =
        seconds.stream()
            .filter(s -> s.failed() > usual.failed() || s.unserved() > usual.unserved())
            .toList();
    Double first = bad.isEmpty() ? null : bad.get(0).at();
    Double last = bad.isEmpty() ? null : bad.get(bad.size() - 1).at();
    return new Outage(
        seconds.stream().mapToLong(TrialSecond::failed).sum(),
        first,
        last,
        bad.isEmpty() ? 0 : last - first + 1,
        seconds.stream().mapToLong(TrialSecond::unserved).sum(),
        seconds.stream().mapToLong(TrialSecond::longestUnservedMs).max().orElse(0) / 1e3,
        seconds.stream().mapToLong(TrialSecond::unserved).max().orElse(0));
  }

  /**
   * Deviations of the registry since the first fault, by the worst node in service of each second.
   */
  static Map<String, Deviation> deviations(History history) {
    Map<String, Deviation> all = new LinkedHashMap<>();
    for (RegistryCount figure : DEVIATIONS) {
      all.put(figure.column(), deviation(history, figure));
    }
    return all;
  }

  private static Deviation deviation(History history, RegistryCount figure) {
    List<Long> worst =
        history.after(history.firstFault()).stream()
            .map(
                second ->
                    second.registry().entrySet().stream()
                        .filter(node -> !history.out(node.getKey(), second.at()))
                        .mapToLong(node -> node.getValue().count(figure))
                        .max()
                        .orElse(0))
            .toList();
    return new Deviation(
        worst.stream().mapToLong(Long::longValue).max().orElse(0),
        worst.stream().mapToLong(Long::longValue).sum(),
        worst.isEmpty() ? 0 : worst.get(worst.size() - 1));
  }

  /**
   * Measures bursts after a fault: registrations, logins, connections. Over HTTP, connections are
   * the opened ones. Over gRPC they are the clients that reconnect, regardless of how many nodes
   * each client tries.
   */
  static Map<String, Storm> storms(History history, Baseline baseline) {
    List<TrialSecond> steady = history.between(baseline.fromAt(), baseline.toAt());
    List<TrialSecond> after = history.after(history.firstFault());
    Map<String, Storm> storms = new LinkedHashMap<>();
    for (Operation operation : OF_STORMS) {
      double mean =
          steady.stream().mapToLong(second -> second.started(operation)).average().orElse(0);
      long peak = after.stream().mapToLong(second -> second.started(operation)).max().orElse(0);
      storms.put(operation.label(), new Storm(mean, peak));
    }
    return storms;
  }
}
