package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  /** Whenever between question and answer the node read its clock, the truth is in the range. */
  @ParameterizedTest
  @CsvSource({"0, 0, 20", "0, 20, 20", "250, 7, 20", "-86400000, 3, 4", "1, 0, 0"})
  void shouldTellARangeThatHasTheOffsetOfAClock(long offset, long there, long roundTrip) {
    for (int nanos = 0; nanos < 1_000_000; nanos += 333_333) {
      Instant sent = NOW.plusNanos(nanos);
      Instant told = sent.plusMillis(there + offset);
      Instant ticked = told.minusNanos(told.getNano() % 1_000_000);

      Machine.Clock clock = Machine.Clock.of(sent, ticked, sent.plusMillis(roundTrip));

      assertThat(clock.uncertaintyMs()).isCloseTo((roundTrip + 1) / 2.0, within(1e-6));
      assertThat(clock.offsetMs()).isCloseTo(offset, within(clock.uncertaintyMs()));
    }
  }
}
