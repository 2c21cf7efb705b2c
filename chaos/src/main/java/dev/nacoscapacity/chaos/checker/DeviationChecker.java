package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment.Deviation;
import dev.nacoscapacity.core.stats.Fold;
import dev.nacoscapacity.core.stats.RegistryCount;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Deviations of the registry since the first fault, by the worst node in service of each second.
 */
final class DeviationChecker {

  /** Momentary figures only; the loss checker handles figures that add up over time. */
  private static final List<RegistryCount> DEVIATIONS =
      Stream.of(RegistryCount.values())
          .filter(figure -> figure.isFault() && figure.overTime() == Fold.MAX)
          .toList();

  private DeviationChecker() {}

  static Map<String, Deviation> check(History history) {
    Map<String, Deviation> all = new LinkedHashMap<>();
    for (RegistryCount figure : DEVIATIONS) {
      all.put(figure.column(), of(history, figure));
    }
    return all;
  }

  private static Deviation of(History history, RegistryCount figure) {
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
}
