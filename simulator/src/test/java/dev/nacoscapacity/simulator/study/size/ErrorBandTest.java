package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.simulator.study.size.Fixtures.KEPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.model.Costs.CostFigure;
import dev.nacoscapacity.cluster.model.Costs.Evidence;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorBandTest {

  /** A beat costs 20 % less or 10 % more. */
  private static final Costs BOUNDED =
      Fixtures.COSTS.with(
          Map.of(
              Cost.BEAT, new CostFigure(0.5, 0.4, 0.55, Evidence.FITTED, "a fit"),
              Cost.IDLE, new CostFigure(20, 20.0, 20.0, Evidence.FITTED, "a fit")));

  private static SizeQuestion question(Costs costs, int instances) {
    Grid grid = new Grid(List.of(5), List.of(2), true, List.of(65_536L), 1, 0);
    return Fixtures.question(instances, grid, costs);
  }

  private static ErrorBand band(Costs costs, int nodes, int cores, int instances) {
    return ErrorBand.of(
        question(costs, instances),
        Fixtures.demand(nodes, costs),
        new ClusterSize(nodes, cores, 65_536, 1));
  }

  private static String text(ErrorBand band) {
    return band.message(question(Fixtures.COSTS, 6_000)).text();
  }

  @Test
  void shouldPushTheBoundsOfCostsThrough() {
    ErrorBand band = band(BOUNDED, 5, 2, 6_000);

    assertThat(band.outside()).isEmpty();
    // 6 cores of beats and half a core of idle nodes, of ten.
    assertThat(band.lowCpu()).isCloseTo((0.8 * 6 + 0.5) / 10, within(0.001));
    assertThat(band.highCpu()).isCloseTo((1.1 * 6 + 0.5) / 10, within(0.001));
    assertThat(band.lowInstances()).isCloseTo(8_181, within(20));
    assertThat(band.highInstances()).isCloseTo(11_250, within(20));
    assertThat(text(band))
        .startsWith("With all costs at their low or high bounds the nodes are 53 to 71 % busy");
  }

  @Test
  void shouldMindTheBoundOfACostThatWasFittedAsNothing() {
    Costs nothing =
        BOUNDED.with(Map.of(Cost.HOST, new CostFigure(0, 0.0, 0.01, Evidence.FITTED, "a fit")));
    Demand lists =
        new Demand(5, nothing, Map.of(), Map.of(Cost.HOST, 100.0, Cost.BEAT, 2.0), 0.3, KEPT, 1);

    ErrorBand band =
        ErrorBand.of(question(nothing, 1_000), lists, new ClusterSize(5, 2, 65_536, 1));

    // A core of beats, at 0.55 ms for 0.5, and up to one for hosts.
    assertThat(band.highCpu()).isCloseTo((1.1 + 1) / 10, within(0.001));
    assertThat(band.lowCpu()).isCloseTo(0.8 / 10, within(0.001));
  }

  @ParameterizedTest
  @EnumSource(Evidence.class)
  void shouldTakeACostWithoutBoundsAsHalfToOneAndAHalfTimesAsMuch(Evidence status) {
    Costs assumed = BOUNDED.with(Map.of(Cost.IDLE, new CostFigure(20, null, null, status, "?")));

    ErrorBand band = band(assumed, 5, 2, 6_000);

    assertThat(band.lowCpu()).isCloseTo((0.8 * 6 + 0.25) / 10, within(0.001));
    assertThat(band.assumed()).containsExactly("idle");
    assertThat(band.assumedShare()).isCloseTo(0.5 / 6.5, within(0.001));
    assertThat(text(band)).contains("8 % of the work has costs without an interval (idle)");
  }

  @Test
  void shouldBeWiderForEachDoublingBeyondWhatWasMeasuredAndSayInWhatRespect() {
    ErrorBand band = band(BOUNDED, 5, 8, 6_000);

    assertThat(band.highCpu()).isCloseTo((1.1 * 6 + 0.5) / 40 * 1.1, within(0.001));
    assertThat(band.lowCpu()).isCloseTo((0.8 * 6 + 0.5) / 40 / 1.1, within(0.001));
    assertThat(text(band)).endsWith("beyond what was measured in cores of a node (8, measured 2).");
  }

  @Test
  void shouldSayThatThereIsNoneWhereNoCostHasBounds() {
    assertThat(text(band(Fixtures.COSTS, 5, 2, 6_000)))
        .startsWith(
            "How far off that may be is unknown: the costs, %s, were"
                .formatted(Fixtures.COSTS.file().name()));
  }

  @Test
  void shouldHoldFewerWhereInstancesMayTakeMoreMemory() {
    double copy = Fixtures.COSTS.number(Cost.HEAP_COPY);
    double base = Fixtures.COSTS.number(Cost.HEAP_BASE);
    Costs memory =
        BOUNDED
            .with(
                Map.of(
                    Cost.HEAP_COPY,
                        new CostFigure(copy, 0.5 * copy, 2 * copy, Evidence.FITTED, "a fit"),
                    Cost.HEAP_BASE, new CostFigure(base, base, base, Evidence.FITTED, "a fit")))
            .learntFrom(new Costs.Extent(50, 256, 10_000_000, 1_000));
    double freeKilobytes = 1024 * 1024 - base;

    ErrorBand band =
        ErrorBand.of(
            question(memory, (int) (0.7 * freeKilobytes)),
            Fixtures.demand(5, memory),
            new ClusterSize(5, 256, 1024, 20));

    assertThat(band.lowInstances()).isCloseTo((int) (freeKilobytes / 2), withinPercentage(1));
    assertThat(band.highInstances()).isCloseTo((int) (freeKilobytes * 2), withinPercentage(1));
    assertThat(text(band)).contains(" % busy to out of memory, and break at ");
  }
}
