package dev.nacoscapacity.calibration.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayClaimsTest {

  private static Row burst(Route route, double rate) {
    return new Row(
        GatewayCase.setting(route, Shape.burst(false), "fleet"),
        List.of(Round.of(Map.of(LoadedServer.RATE, rate))));
  }

  @Test
  void shouldCompareThroughWithDirectAsTheStudyDid() {
    Results results = new Results(List.of(burst(Route.DIRECT, 1500), burst(Route.OURS, 1200)));

    List<ClaimComparison> comparisons = new GatewayClaims(results).comparisons();

    assertThat(comparisons).hasSize(1);
    assertThat(comparisons.get(0).publishedRatio()).isCloseTo(0.457, within(0.001));
    assertThat(comparisons.get(0).ratio().median()).isEqualTo(0.8);
  }

  @Test
  void shouldCompareTheFifthTimeWithTheFirst() {
    Row series =
        new Row(
            GatewayCase.setting(Route.OURS, Shape.series(true), "ab"),
            List.of(Round.of(Map.of(LoadedServer.FIRST, 800.0, LoadedServer.LAST, 1000.0))));

    List<ClaimComparison> comparisons =
        new GatewayClaims(new Results(List.of(series))).comparisons();

    assertThat(comparisons.get(0).ratio().median()).isEqualTo(1.25);
  }

  @Test
  void shouldSayWhyWhenThroughIsNotWhatTheStudySaw() {
    Results better = new Results(List.of(burst(Route.DIRECT, 1500), burst(Route.OURS, 1400)));
    Row slow =
        new Row(
            GatewayCase.setting(Route.OURS, Shape.burst(false), "fleet"),
            List.of(Round.of(Map.of(LoadedServer.RATE, 300.0, LoadedServer.CPU, 99.0))));
    Results worse = new Results(List.of(burst(Route.DIRECT, 1500), slow));

    assertThat(remark(better)).contains("requests wait");
    assertThat(remark(worse)).isEqualTo("the gateway took 99 % of a core meanwhile");
  }

  private static String remark(Results results) {
    return new GatewayClaims(results).comparisons().get(0).remark().text();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldHaveFullWavesWhereTheBackendIsLate(boolean full) {
    for (Shape shape : List.of(Shape.burst(full), Shape.series(full))) {
      assertThat(shape.requests() % shape.clients()).as(shape.toString()).isZero();
    }
  }
}
