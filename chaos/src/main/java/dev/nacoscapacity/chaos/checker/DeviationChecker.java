package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.experiment.Experiment.Deviation;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What the registry showed wrongly since the first fault: each second's worst node in service. */
final class DeviationChecker {

  private DeviationChecker() {}

  static Map<String, Deviation> check(History history) {
    Map<String, Deviation> all = new LinkedHashMap<>();
    all.put("missing", of(history, NodeRow::missing));
    all.put("unhealthy", of(history, NodeRow::unhealthy));
    all.put("ghost", of(history, NodeRow::ghost));
    all.put("divergent", of(history, NodeRow::divergent));
    all.put("unknown", of(history, NodeRow::unknown));
    return all;
  }

  private static Deviation of(History history, ToLongFunction<NodeRow> count) {
    List<Long> worst =
        history.after(history.firstFault()).stream()
            .map(
                second ->
                    second.registry().entrySet().stream()
                        .filter(node -> !history.out(node.getKey(), second.at()))
                        .mapToLong(node -> count.applyAsLong(node.getValue()))
                        .max()
                        .orElse(0))
            .toList();
    return new Deviation(
        worst.stream().mapToLong(Long::longValue).max().orElse(0),
        worst.stream().mapToLong(Long::longValue).sum(),
        worst.isEmpty() ? 0 : worst.get(worst.size() - 1));
  }
}
