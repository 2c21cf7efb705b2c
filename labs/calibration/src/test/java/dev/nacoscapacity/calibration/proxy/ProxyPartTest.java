package dev.nacoscapacity.calibration.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Results;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.load.LoadedServer;
import dev.nacoscapacity.calibration.load.Wrk;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ProxyPartTest {

  private final ProxyPart part = new ProxyPart();

  @Test
  void shouldGiveEachRowInPercentOfDirectInTheSameRound() {
    Results complete =
        part.complete(
            new Results(
                List.of(
                    row(ProxySetting.of(4, ThreadModel.SAME_LOOP), 97, 98),
                    row(ProxySetting.DIRECT, 100, 140))));

    assertThat(complete.rows().get(0).rounds())
        .extracting(round -> round.figures().get(ProxyPart.OF_DIRECT))
        .containsExactly(97.0, 70.0);
  }

  private static Row row(ProxySetting setting, double... rates) {
    return new Row(
        ProxyCase.setting(setting, Wrk.LABEL),
        DoubleStream.of(rates)
            .mapToObj(rate -> Round.of(Map.of(LoadedServer.RATE, rate)))
            .toList());
  }

  @Test
  void shouldTellEachCaseFromTheOthers() {
    assertThat(part.cases(Scale.FULL)).extracting(Case::setting).doesNotHaveDuplicates();
  }
}
