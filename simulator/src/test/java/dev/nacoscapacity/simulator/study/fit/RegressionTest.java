package dev.nacoscapacity.simulator.study.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.simulator.study.fit.Regression.Equation;
import dev.nacoscapacity.simulator.study.fit.Regression.Estimate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RegressionTest {

  private static final Map<Cost, Double> TRUE =
      Map.of(Cost.BEAT, 0.3, Cost.BEAT_PROCESSING, 0.1, Cost.LIST, 0.5, Cost.IDLE, 20.0);

  private final SplittableRandom random = new SplittableRandom(3);

  /** Runs of 30 s; the second half of a beat's work always comes with the first. */
  private List<Equation> rows(double noise) {
    List<Equation> rows = new ArrayList<>();
    for (int beats = 0; beats <= 600; beats += 200) {
      for (int lists = 0; lists <= 300; lists += 100) {
        Map<Cost, Double> amounts = new EnumMap<>(Cost.class);
        amounts.put(Cost.IDLE, 30.0);
        amounts.put(Cost.BEAT, 30.0 * beats);
        amounts.put(Cost.BEAT_PROCESSING, 30.0 * beats);
        amounts.put(Cost.LIST, 30.0 * lists);
        double cpu =
            amounts.entrySet().stream().mapToDouble(e -> e.getValue() * TRUE.get(e.getKey())).sum();
        rows.add(
            new Equation(
                beats + "/" + lists, amounts, cpu * (1 + noise * random.nextDouble(-1, 1))));
      }
    }
    return rows;
  }

  private static Map<Cost, Double> before() {
    Map<Cost, Double> before = new LinkedHashMap<>();
    before.put(Cost.IDLE, 5.0);
    before.put(Cost.BEAT, 0.6);
    before.put(Cost.BEAT_PROCESSING, 0.2);
    before.put(Cost.LIST, 0.1);
    before.put(Cost.LOGIN, 100.0);
    return before;
  }

  @Test
  void shouldFindTheCostsThatTheRunsWereMadeOf() {
    List<Estimate> estimates = new Regression(rows(0), before()).estimates(1);

    assertThat(estimates)
        .extracting(Estimate::first)
        .containsExactly(Cost.IDLE, Cost.BEAT, Cost.LIST);
    assertThat(estimates.get(0).value()).isCloseTo(20, within(1e-6));
    assertThat(estimates.get(2).value()).isCloseTo(0.5, within(1e-6));
    assertThat(estimates).noneMatch(Estimate::vague);
    assertThat(estimates.get(2).determinedBy()).first().isEqualTo("0/300");
  }

  @Test
  void shouldDivideAsBeforeWhatNoRunTellsApart() {
    Estimate beat = new Regression(rows(0), before()).estimates(1).get(1);

    assertThat(beat.costs()).containsOnlyKeys(Cost.BEAT, Cost.BEAT_PROCESSING);
    assertThat(beat.costs().get(Cost.BEAT)).isCloseTo(0.3, within(1e-6));
    assertThat(beat.costs().get(Cost.BEAT_PROCESSING)).isCloseTo(0.1, within(1e-6));
  }

  @Test
  void shouldNotBeMisledByARowOfMostlyKnownWork() {
    List<Equation> rows = new ArrayList<>();
    for (int beats = 1_000; beats <= 4_000; beats += 1_000) {
      rows.add(new Equation("pure " + beats, Map.of(Cost.BEAT, 1.0 * beats), 0.3 * beats));
    }
    // 95 % lists of 0.5 each, and measured 4 % low.
    rows.add(
        new Equation(
            "mostly known", Map.of(Cost.LIST, 1_900.0, Cost.BEAT, 50 / 0.3), 0.96 * 1_000));
    List<Equation> remainingRows =
        rows.stream().map(row -> row.without(Map.of(Cost.LIST, 0.5))).toList();

    Estimate beat = new Regression(remainingRows, Map.of(Cost.BEAT, 0.6)).estimates(1).get(0);

    assertThat(beat.value()).isCloseTo(0.3, within(0.003));
  }

  /** They are of 95 %, and a little narrow with so few runs. */
  @Test
  void shouldGiveIntervalsThatMostlyHoldTheCostWhenRunsAreNoisy() {
    int all = 0;
    int hits = 0;
    for (int night = 0; night < 40; night++) {
      for (Estimate estimate : new Regression(rows(0.1), before()).estimates(night)) {
        double truth = TRUE.get(estimate.first());
        all++;
        hits += estimate.low() <= truth && truth <= estimate.high() ? 1 : 0;
      }
    }

    assertThat(all).isEqualTo(120);
    assertThat(hits).isBetween(102, 119);
  }
}
