package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Storm;
import dev.nacoscapacity.core.stats.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures bursts after a fault: registrations, logins, connections. Over HTTP, connections are the
 * opened ones. Over gRPC they are the clients that reconnect, regardless of how many nodes each
 * client tries.
 */
final class StormChecker {

  private static final List<Operation> OF_STORMS =
      List.of(Operation.REGISTER, Operation.CONNECT, Operation.LOGIN);

  private StormChecker() {}

  static Map<String, Storm> check(History history, Baseline baseline) {
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
