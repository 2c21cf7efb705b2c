package dev.nacoscapacity.simulator.study.fit;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.Costs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The costs of nodes, fitted to samples: CPU by amounts of work, memory by content.
 *
 * @param costs the previous costs, with the fitted ones replaced
 * @param work estimates of the costs of work
 * @param heap estimates of the costs of memory
 * @param open sentences about what the samples could not determine
 */
record Fit(
    Costs costs,
    List<Regression.Estimate> work,
    List<Regression.Estimate> heap,
    List<String> open) {

  private static final long SEED = 1;

  private static final double MILLIS = 1e3;

  /** docs/fit-and-size.md: below 500 calls a second the generator seems slower than it is. */
  private static final int MANY_CALLS_PER_SECOND = 500;

  /** A part of each call's CPU that only a fuller heap would tell from the rest. */
  private static final Set<Cost> KNOWN = Set.of(Cost.GARBAGE_CALL);

  /** Initial value in milliseconds for a cost that was 0 before. */
  private static final double UNKNOWN = 0.1;

  /**
   * Fits costs.
   *
   * @param before costs to keep where none are fitted
   * @param by the name of the study, for the figures' sources
   */
  static Fit of(List<PhaseSample> samples, Costs before, String by) {
    List<Regression.Equation> cpu =
        samples.stream()
            .map(
                sample -> new Regression.Equation(sample.name(), sample.work(), sample.cpuMillis()))
            .toList();
    List<Regression.Equation> memory =
        samples.stream()
            .filter(sample -> sample.heapKb().isPresent())
            .map(
                sample ->
                    new Regression.Equation(
                        sample.name(), sample.content(), sample.heapKb().getAsDouble()))
            .toList();
    List<String> open = new ArrayList<>();
    List<Regression.Estimate> work = estimates(cpu, before, open);
    List<Regression.Estimate> heap = memory.isEmpty() ? List.of() : estimates(memory, before, open);
    Map<Cost, Costs.CostFigure> figures = new EnumMap<>(Cost.class);
    for (List<Regression.Estimate> all : List.of(work, heap)) {
      all.forEach(estimate -> figures.putAll(figures(estimate, by)));
    }
    generatorCall(samples, "http", by).ifPresent(it -> figures.put(Cost.GENERATOR_CALL, it));
    generatorCall(samples, "grpc", by).ifPresent(it -> figures.put(Cost.GENERATOR_GRPC_CALL, it));
    return new Fit(before.with(figures), work, heap, open);
  }

  /**
   * Fits in steps. A cost whose uncertainty exceeds its value keeps its previous value if that is
   * within the interval, and the others are fitted to the rest. The most uncertain cost is fixed
   * first, since the others are often well determined without it.
   */
  private static List<Regression.Estimate> estimates(
      List<Regression.Equation> rows, Costs before, List<String> open) {
    Map<Cost, Double> unknownCosts = new EnumMap<>(Cost.class);
    Map<Cost, Double> knownCosts = new EnumMap<>(Cost.class);
    for (Regression.Equation row : rows) {
      for (Cost cost : row.amounts().keySet()) {
        double value = before.number(cost);
        if (KNOWN.contains(cost)) {
          knownCosts.put(cost, value);
        } else {
          unknownCosts.put(cost, value == 0 ? UNKNOWN : value);
        }
      }
    }
    while (!unknownCosts.isEmpty()) {
      List<Regression.Equation> remainingRows =
          rows.stream().map(row -> row.without(knownCosts)).toList();
      List<Regression.Estimate> estimates =
          new Regression(remainingRows, unknownCosts).estimates(SEED);
      Optional<Regression.Estimate> vaguest =
          estimates.stream()
              .filter(Regression.Estimate::vague)
              .filter(estimate -> estimate.contains(before.number(estimate.first())))
              .max(Comparator.comparingDouble(Regression.Estimate::vagueness));
      if (vaguest.isEmpty()) {
        if (rows.size() < 2 * estimates.size()) {
          open.add(
              "%d costs from %d rows: too few, so that the intervals are too narrow"
                  .formatted(estimates.size(), rows.size()));
        }
        estimates.stream()
            .filter(Regression.Estimate::vague)
            .forEach(
                each ->
                    open.add(
                        "%s: these runs only tell that it is between %.3g and %.3g"
                            .formatted(each.names(), each.low(), each.high())));
        return estimates;
      }
      for (Cost cost : vaguest.get().costs().keySet()) {
        unknownCosts.remove(cost);
        knownCosts.put(cost, before.number(cost));
      }
      open.add(
          "%s: between %.3g and %.3g, so these runs do not tell it; it stays at %.3g"
              .formatted(
                  vaguest.get().names(),
                  vaguest.get().low(),
                  vaguest.get().high(),
                  before.number(vaguest.get().first())));
    }
    return List.of();
  }

  static Map<Cost, Costs.CostFigure> figures(Regression.Estimate estimate, String by) {
    Map<Cost, Costs.CostFigure> figures = new EnumMap<>(Cost.class);
    estimate
        .costs()
        .forEach(
            (cost, value) -> {
              // A cost fitted as 0 keeps its upper bound.
              double scale = estimate.value() == 0 ? 1 : value / estimate.value();
              String together =
                  estimate.costs().size() == 1
                      ? ""
                      : "; one cost with %s, divided as before".formatted(estimate.names());
              figures.put(
                  cost,
                  new Costs.CostFigure(
                      value,
                      Math.min(value, estimate.low() * scale),
                      Math.max(value, estimate.high() * scale),
                      Costs.Evidence.FITTED,
                      "%s, most of it by %s%s"
                          .formatted(by, String.join(", ", estimate.determinedBy()), together)));
            });
    return figures;
  }

  /** Of the run with the most calls: the generator's other work is its smallest share there. */
  private static Optional<Costs.CostFigure> generatorCall(
      List<PhaseSample> samples, String protocol, String by) {
    return samples.stream()
        .filter(sample -> sample.run().run().workload().protocol().label().equals(protocol))
        .filter(sample -> sample.callsPerSecond() >= MANY_CALLS_PER_SECOND)
        .filter(sample -> sample.run().run().generator().requestsPerCpuSecond() != null)
        .max(Comparator.comparingDouble(PhaseSample::callsPerSecond))
        .map(
            sample ->
                new Costs.CostFigure(
                    MILLIS * sample.speed() / sample.run().run().generator().requestsPerCpuSecond(),
                    null,
                    null,
                    Costs.Evidence.DERIVED,
                    by + ": the generator's own calls for a second of its CPU"));
  }

  /** The CPU milliseconds of a sample's work by these costs, at reference speed. */
  double cpuMillis(PhaseSample sample) {
    return costs.sum(sample.work());
  }

  /** The memory of the nodes' content by these costs, in KB. */
  double heapKb(PhaseSample sample) {
    return costs.sum(sample.content());
  }

  /** The costs that a sample determines best. */
  String taughtBy(PhaseSample sample) {
    return List.of(work, heap).stream()
        .flatMap(List::stream)
        .filter(estimate -> estimate.determinedBy().contains(sample.name()))
        .map(estimate -> estimate.first().key())
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
