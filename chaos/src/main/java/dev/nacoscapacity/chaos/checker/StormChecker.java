package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Storm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What comes all at once after a fault: registrations, connections, logins. */
final class StormChecker {

  private StormChecker() {}

  static Map<String, Storm> check(History history, Baseline baseline) {
    List<Second> steady = history.between(baseline.fromAt(), baseline.toAt());
    List<Second> after = history.after(history.firstFault());
    Map<String, Storm> storms = new LinkedHashMap<>();
    for (String operation : after.get(0).rates().keySet()) {
      double mean =
          steady.stream().mapToLong(second -> rate(second, operation)).average().orElse(0);
      long peak = after.stream().mapToLong(second -> rate(second, operation)).max().orElse(0);
      storms.put(operation, new Storm(mean, peak));
    }
    return storms;
  }

  private static long rate(Second second, String operation) {
    return second.rates().getOrDefault(operation, 0L);
  }
}
