package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.simulator.client.Operation;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TallyCodecTest {

  @Test
  void shouldGiveBackEverything() {
    Tally tally =
        new Tallies()
            .calls(3, Operation.BEAT, 7, null)
            .calls(2, Operation.BEAT, 50_000, "timed out")
            .calls(1, Operation.LIST, 1, "http 403")
            .missed(4, Operation.LIST, 9_000)
            .tally();
    tally.underWay(Operation.LISTEN, 12);
    tally.unserved(Operation.BEAT, 5, 15_000);
    tally.connected(99);
    tally.boundWait().recordValue(1_234);
    tally.of(Operation.BEAT).rerouted = 6;
    tally.okByServer = new long[] {3, 0, 1};

    assertThat(TallyCodec.decode(TallyCodec.encode(tally)))
        .usingRecursiveComparison()
        .withEqualsForType(Histogram::equals, Histogram.class)
        .isEqualTo(tally);
  }

  @Test
  void shouldGiveBackNothingWhenNothingHappened() {
    Tally nothing = TallyCodec.decode(TallyCodec.encode(new Tally()));

    assertThat(nothing.lag().getTotalCount()).isZero();
    assertThat(nothing.of(Operation.BEAT).latency().getTotalCount()).isZero();
  }

  @Test
  void shouldRefuseOtherBytes() {
    assertThatThrownBy(() -> TallyCodec.decode(new byte[] {1, 2, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not the bytes of a tally");
  }
}
