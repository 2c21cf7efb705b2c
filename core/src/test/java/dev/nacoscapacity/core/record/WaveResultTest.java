package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.Wave;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaveResultTest {

  private static WaveResult deploy(Double first, Double last, Double slowest) {
    return deploy(1, new WaveResult.Times(first, last, slowest));
  }

  /** Of so many equal parts of a fleet. */
  private static WaveResult deploy(int n, WaveResult.Times times) {
    return new WaveResult(
        Wave.Kind.DEPLOY, 20, 10 * n, 8 * n, 7 * n, 2 * n, n, times, 3 * n, 4 * n);
  }

  @Test
  void shouldAddUpWhatPartsOfAFleetDid() {
    List<WaveResult> merged =
        WaveResult.merged(
            List.of(List.of(deploy(21.0, 60.0, 0.5)), List.of(deploy(20.5, 55.0, 0.7))));

    assertThat(merged).containsExactly(deploy(2, new WaveResult.Times(20.5, 60.0, 0.7)));
    assertThat(merged.get(0).times().took()).hasValue(39.5);
  }

  @Test
  void shouldUseTheTimesThatOnlyOnePartKnows() {
    WaveResult merged =
        WaveResult.merged(
                List.of(List.of(deploy(null, null, null)), List.of(deploy(20.5, 55.0, 0.7))))
            .get(0);

    assertThat(merged.times().firstSeconds()).isEqualTo(20.5);
    assertThat(merged.times().slowestReturnSeconds()).isEqualTo(0.7);
    assertThat(deploy(21.0, null, null).times().took()).isEmpty();
  }

  @Test
  void shouldHaveNoWavesWhenNoPartHasAny() {
    assertThat(WaveResult.merged(List.of(List.of(), List.of()))).isEmpty();
  }
}
