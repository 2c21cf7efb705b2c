package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RegistryResult.BeatGap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RegistryResultTest {

  private final Histogram gaps = new Histogram(4);

  @Test
  void shouldReadThePercentilesOfGaps() {
    gaps.recordValueWithCount(0, 198);
    gaps.recordValue(9_000_000);
    gaps.recordValue(8_000_000);
    assertThat(BeatGap.ofMicros(gaps)).hasValue(new BeatGap(0, 9_000));

    gaps.recordValueWithCount(7_000_000, 100);
    assertThat(BeatGap.ofMicros(gaps)).hasValue(new BeatGap(7_000, 9_000));
  }

  @Test
  void shouldBeExactToTheMillisecond() {
    gaps.recordValue(10_000_000);
    assertThat(BeatGap.ofMicros(gaps).orElseThrow().max()).isEqualTo(10_000);

    gaps.recordValue(15_001_000);
    assertThat(BeatGap.ofMicros(gaps).orElseThrow().max()).isEqualTo(15_001);
  }

  @Test
  void shouldBeAbsentWithoutInstances() {
    assertThat(BeatGap.ofMicros(gaps)).isEmpty();
  }
}
