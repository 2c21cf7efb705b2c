package dev.nacoscapacity.calibration.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.calibration.load.Wrk;
import dev.nacoscapacity.cluster.proxy.Buffers;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProxyClaimsTest {

  private final List<Row> rows = new ArrayList<>();

  private ProxyClaimsTest add(ProxySetting setting, double... rates) {
    List<Round> rounds = new ArrayList<>();
    for (double rate : rates) {
      rounds.add(Round.of(Map.of(LoadedServer.RATE, rate)));
    }
    rows.add(new Row(ProxyCase.setting(setting, Wrk.LABEL), rounds));
    return this;
  }

  private ProxyClaimsTest models(double same, double shared, double separate) {
    add(ProxySetting.of(4, ThreadModel.SAME_LOOP), same, same + 1);
    add(ProxySetting.of(4, ThreadModel.SHARED_GROUP), shared, shared + 1);
    return add(ProxySetting.of(4, ThreadModel.SEPARATE_GROUPS), separate, separate + 1);
  }

  private List<ClaimComparison> comparisons() {
    return new ProxyClaims(new Results(rows), Wrk.LABEL).comparisons();
  }

  @Test
  void shouldHoldTheBestModelAgainstDirect() {
    models(97, 80, 70).add(ProxySetting.DIRECT, 100, 98);

    ClaimComparison loss = comparisons().get(0);

    assertThat(loss.publishedRatio()).isEqualTo(0.97);
    assertThat(loss.ratio().median()).isBetween(0.97, 1.0);
    assertThat(loss.remark()).isNull();
  }

  @Test
  void shouldNameTheOrderOnlyWithAWarningWhenRangesOverlap() {
    models(100, 90, 80);
    assertThat(comparisons().get(0).today().text()).startsWith("same loop").endsWith("(81/s)");
    assertThat(comparisons().get(0).remark()).isNull();

    rows.clear();
    models(100, 99.5, 80);

    assertThat(comparisons().get(0).remark().text()).contains("overlap");
  }

  @Test
  void shouldSayWithWhichCpuWhenMoreIsLostThanInTheStudy() {
    add(ProxySetting.DIRECT, 100);
    ProxySetting best = ProxySetting.of(4, ThreadModel.SAME_LOOP).withBuffers(Buffers.POOLED);
    Map<String, Double> figures = Map.of(LoadedServer.RATE, 80.0, LoadedServer.CPU, 99.0);
    rows.add(new Row(ProxyCase.setting(best, Wrk.LABEL), List.of(Round.of(figures))));

    assertThat(comparisons().get(0).remark().text()).endsWith("the proxy took 99 % of a core");
  }

  @Test
  void shouldSayNothingOfWhatWasNotMeasured() {
    assertThat(comparisons()).isEmpty();
  }
}
