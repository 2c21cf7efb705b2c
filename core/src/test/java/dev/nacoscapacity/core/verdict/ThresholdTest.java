package dev.nacoscapacity.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdTest {

  @ParameterizedTest
  @CsvSource({
    "beat.p99<500ms, beat.p99, 500, beat.p99<=500ms",
    "beat.p99<=1.5s, beat.p99, 1500, beat.p99<=1500ms",
    "list.p99.9 < 1m, list.p99.9, 60000, list.p99.9<=60000ms",
    "register.p95<0.5ms, register.p95, 0.5, register.p95<=0.5ms",
    "failed<0.1%, failed, 0.001, failed<=0.1%",
    "login.failed==0%, login.failed, 0, login.failed==0%",
    "failed<0.001, failed, 0.001, failed<=0.1%",
    "achieved>99.5%, achieved, 0.995, achieved>=99.5%",
    "missing==0, missing, 0, missing==0",
    "missing<=5, missing, 5, missing<=5",
    "missing<5, missing, 4, missing<=4",
    "window>=2m, window, 120, window>=120s",
    "contention<25%, contention, 0.25, contention<=25%",
    "configChangeDelay.max<3s, configChangeDelay.max, 3000, configChangeDelay.max<=3000ms",
  })
  void shouldReadABoundInTheUnitOfItsFigure(
      String text, String name, double bound, String canonical) {
    Threshold threshold = Threshold.parse(text);

    assertThat(threshold.criterion().name()).isEqualTo(name);
    assertThat(threshold.bound()).isEqualTo(bound);
    assertThat(threshold).hasToString(canonical);
    assertThat(Threshold.parse(canonical)).isEqualTo(threshold);
  }

  @ParameterizedTest
  @CsvSource({
    "beat.p99, FIGURE<VALUE",
    "beat.p99<fast, FIGURE<VALUE",
    "beat.p99<-1ms, FIGURE<VALUE",
    "beatP99Ms=500, FIGURE<VALUE",
    "beat.p98<500ms, no figure",
    "register.achieved>9%, no figure",
    "beat.p99<500, a time",
    "beat.p99<5%, a time",
    "beat.p99>500ms, from above",
    "beat.p99==500ms, '== is of 0'",
    "achieved<99%, from below",
    "achieved==0, from below",
    "failed<3ms, a share",
    "failed<2, 0 to 1",
    "missing<5ms, a count",
    "missing<1.5, a count",
    "missing<0, missing==0",
    "beatGap<30h, FIGURE<VALUE",
  })
  void shouldSayWhatToWriteInsteadOfWhatIsNoBound(String text, String instead) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Threshold.parse(text))
        .withMessageContaining(instead);
  }

  @Test
  void shouldPrintEachUsualBoundAsItIsRead() {
    Criterion.byName()
        .values()
        .forEach(
            criterion ->
                criterion
                    .usual()
                    .map(bound -> new Threshold(criterion, bound))
                    .ifPresent(
                        usual -> assertThat(Threshold.parse(usual.toString())).isEqualTo(usual)));
  }
}
