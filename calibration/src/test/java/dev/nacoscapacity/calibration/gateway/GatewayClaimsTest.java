package dev.nacoscapacity.calibration.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.reports.calibration.Comparison;
import dev.nacoscapacity.reports.calibration.Round;
import dev.nacoscapacity.reports.calibration.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewayClaimsTest {

  private static Row burst(Route route, double rate) {
    return new Row(
        GatewayCase.setting(route, Shape.burst(false), "fleet"),
        List.of(Round.of(Map.of(GatewayPart.RATE, rate))));
  }

  @Test
  void shouldCompareThroughWithDirectAsTheStudyDid() {
    Results results = new Results(List.of(burst(Route.DIRECT, 1500), burst(Route.OURS, 1200)));

    List<Comparison> comparisons = new GatewayClaims(results).comparisons();

    assertThat(comparisons).hasSize(1);
    assertThat(comparisons.get(0).publishedRatio()).isCloseTo(0.457, within(0.001));
    assertThat(comparisons.get(0).ratio().median()).isEqualTo(0.8);
  }

  @Test
  void shouldCompareTheFifthTimeWithTheFirst() {
    Row series =
        new Row(
            GatewayCase.setting(Route.OURS, Shape.series(true), "ab"),
            List.of(Round.of(Map.of(GatewayPart.FIRST, 800.0, GatewayPart.LAST, 1000.0))));

    List<Comparison> comparisons = new GatewayClaims(new Results(List.of(series))).comparisons();

    assertThat(comparisons.get(0).ratio().median()).isEqualTo(1.25);
  }

  @Test
  void shouldRefuseALimitBelowOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GatewayLimits(100, 400, 8192, 0, 500))
        .withMessageContaining("1 or more");
  }
}
