package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The steps are worked by hand from the formula of Netflix's {@code VegasLimit}. */
class VegasLimitTest {

  private static final long MILLI = 1_000_000;

  private final VegasLimit limit = new VegasLimit(4, 200, 1);

  private int after(long millis, int underWay, boolean failed) {
    limit.ended(millis * MILLI, underWay, failed);
    return limit.current();
  }

  @Test
  void shouldFollowTheFormula() {
    assertThat(after(10, 4, false)).as("the first answer is the fastest").isEqualTo(4);
    assertThat(after(10, 4, false)).as("none of 4 queues: 4 + 6").isEqualTo(10);
    assertThat(after(11, 10, false)).as("1 of 10 queues: 10 + 6").isEqualTo(16);
    assertThat(after(9, 16, false)).as("a faster answer changes nothing else").isEqualTo(16);
    assertThat(after(10, 16, false)).as("2 of 16 queue: 16 + 1").isEqualTo(17);
    assertThat(after(10, 8, false)).as("8 of 17 under way say nothing").isEqualTo(17);
    assertThat(after(12, 17, false)).as("5 of 17 queue: as it is").isEqualTo(17);
    assertThat(after(18, 17, false)).as("9 of 17 queue: 17 - 1").isEqualTo(16);
    assertThat(after(9, 16, true)).as("a failure: 16 - 1").isEqualTo(15);
  }

  @Test
  void shouldTakeLargerStepsWhenTheLimitIsLarge() {
    VegasLimit wide = new VegasLimit(100, 1000, 1);
    wide.ended(10 * MILLI, 100, false);
    wide.ended(10 * MILLI, 100, false);
    assertThat(wide.current()).isEqualTo(112);
    wide.ended(10 * MILLI, 112, true);
    assertThat(wide.current()).isEqualTo(110);
  }

  @Test
  void shouldStayWithinItsBounds() {
    IntStream.range(0, 40).forEach(i -> after(10, limit.current(), false));
    assertThat(limit.current()).isEqualTo(200);
    IntStream.range(0, 400).forEach(i -> after(10, limit.current(), true));
    assertThat(limit.current()).isEqualTo(1);
  }

  @Test
  void shouldForgetTheFastestAnswerInTime() {
    after(1, 4, false);
    // At 4 allowed, 60 to 120 answers lie between two probes.
    int answers = 0;
    while (after(10, 1, false) == 4 && after(10, 4, false) < 4) {
      answers += 2;
    }
    assertThat(answers).isLessThanOrEqualTo(120);
    IntStream.range(0, 120).forEach(i -> after(10, 4, false));
    assertThat(limit.current()).as("10 ms is the fastest now").isGreaterThan(4);
  }

  @Test
  void shouldDoTheSameForTheSameSeed() {
    VegasLimit other = new VegasLimit(4, 200, 1);
    for (int i = 0; i < 10_000; i++) {
      long nanos = (10 + i % 7) * MILLI;
      limit.ended(nanos, limit.current(), i % 50 == 0);
      other.ended(nanos, other.current(), i % 50 == 0);
      assertThat(limit.current()).isEqualTo(other.current());
    }
  }
}
