package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.record.Registry.BeatGap;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private static final long ORIGIN = -5_000_000_000L;

  private final Fleet fleet = new Fleet(200, 2, "run", Shard.WHOLE);
  private final ExpectedState ledger = new ExpectedState(fleet, 3, GracePeriods.DEFAULT, ORIGIN);

  @Test
  void shouldBeDueTenSecondsAfterTheAcknowledgementAndNotBefore() {
    register(0, 1_000);
    assertThat(ledger.possible(0)).isEqualTo(1);
    assertThat(ledger.waiting()).isEqualTo(1);

    ledger.settle(ms(10_999));
    assertThat(ledger.due(0)).isZero();
    assertThat(ledger.mustBeListed(0, ms(10_999))).isFalse();

    ledger.settle(ms(11_000));
    assertThat(ledger.due(0)).isEqualTo(1);
    assertThat(ledger.mustBeListed(0, ms(11_000))).isTrue();
    assertThat(ledger.mustBeListed(0, ms(10_999))).isFalse();
    assertThat(ledger.tightened(0)).isEqualTo(ms(11_000));
    assertThat(ledger.waiting()).isZero();
    assertThat(ledger.possible(1)).isZero();
  }

  @Test
  void shouldBePossibleButNotDueWhileARegistrationIsOpen() {
    ledger.registering(0);
    ledger.settle(ms(60_000));
    assertThat(ledger.possible(0)).isEqualTo(1);
    assertThat(ledger.due(0)).isZero();
    assertThat(ledger.mustNotBeListed(0, ms(60_000))).isFalse();
    assertThat(ledger.mustNotBeListed(2, ms(60_000))).isTrue();
  }

  @Test
  void shouldStayDueWhenItIsRegisteredAgainAfterALoss() {
    register(0, 0);
    ledger.settle(ms(10_000));
    ledger.lost(0, 2);
    register(0, 11_000);
    assertThat(ledger.due(0)).isEqualTo(1);
    assertThat(ledger.possible(0)).isEqualTo(1);
    assertThat(ledger.lost(2)).isEqualTo(1);
    assertThat(ledger.lost(0)).isZero();
  }

  @Test
  void shouldCountNoLossWhenTheInstanceWasNeverAcknowledgedOrIsLeaving() {
    ledger.lost(0, 1);
    ledger.registering(0);
    ledger.lost(0, 1);
    ledger.registered(0, ms(0));
    ledger.deregistering(0);
    ledger.lost(0, 1);
    assertThat(ledger.lost(1)).isZero();
  }

  @Test
  void shouldOweNothingFromTheMomentADeregistrationIsWritten() {
    register(0, 0);
    ledger.settle(ms(10_000));
    ledger.deregistering(0);
    assertThat(ledger.due(0)).isZero();
    assertThat(ledger.mustBeListed(0, ms(20_000))).isFalse();
    assertThat(ledger.possible(0)).isEqualTo(1);
  }

  @Test
  void shouldBeGoneTenSecondsAfterTheDeregistrationAndNotBefore() {
    register(0, 0);
    ledger.deregistering(0);
    ledger.deregistered(0, ms(2_000));

    ledger.settle(ms(11_999));
    assertThat(ledger.possible(0)).isEqualTo(1);
    assertThat(ledger.mustNotBeListed(0, ms(11_999))).isFalse();

    ledger.settle(ms(12_000));
    assertThat(ledger.possible(0)).isZero();
    assertThat(ledger.mustNotBeListed(0, ms(12_000))).isTrue();
    assertThat(ledger.waiting()).isZero();
  }

  @Test
  void shouldNotStartTheTimeAgainWhenItIsDeregisteredTwice() {
    register(0, 0);
    ledger.deregistering(0);
    ledger.deregistered(0, ms(2_000));
    ledger.deregistering(0);
    ledger.deregistered(0, ms(9_000));
    ledger.settle(ms(12_000));
    assertThat(ledger.possible(0)).isZero();
  }

  @Test
  void shouldIgnoreAnAcknowledgementThatComesAfterTheInstanceLeft() {
    ledger.registering(0);
    ledger.deregistering(0);
    ledger.registered(0, ms(0));
    ledger.deregistered(0, ms(0));
    ledger.settle(ms(10_000));
    assertThat(ledger.due(0)).isZero();
    assertThat(ledger.possible(0)).isZero();
  }

  @Test
  void shouldBeRegisteredAnewWhenItHadLeft() {
    register(0, 0);
    ledger.deregistering(0);
    ledger.deregistered(0, ms(0));
    register(0, 5_000);
    ledger.settle(ms(10_000));
    assertThat(ledger.due(0)).isZero();
    ledger.settle(ms(15_000));
    assertThat(ledger.due(0)).isEqualTo(1);
    assertThat(ledger.possible(0)).isEqualTo(1);
  }

  private BeatGap gaps(long now) {
    return BeatGap.ofMicros(ledger.beatGaps(ms(now)));
  }

  @Test
  void shouldTellTheLongestGapOfEachInstanceWithTheOpenOne() {
    for (int instance = 0; instance < 200; instance++) {
      register(instance, 0);
      ledger.beatWritten(instance, ms(5_000));
    }
    ledger.beatWritten(7, ms(12_000));
    ledger.beatWritten(7, ms(13_000));
    ledger.beatWritten(8, ms(5_500));
    assertThat(gaps(10_500)).isEqualTo(new BeatGap(5_500, 7_000));
    assertThat(gaps(16_000)).isEqualTo(new BeatGap(11_000, 11_000));
  }

  @Test
  void shouldForgetGapsOfBeforeTheWindowButNotThatABeatWasLate() {
    register(0, 0);
    ledger.beatWritten(0, ms(16_000));
    ledger.forgetBeatGaps();
    ledger.beatWritten(0, ms(21_000));
    assertThat(gaps(21_000).max()).isEqualTo(5_000);
    assertThat(ledger.keptBeating(0, ms(21_000))).isFalse();
  }

  @Test
  void shouldHaveKeptBeatingUpToTenSecondsApartAndNotBeyond() {
    register(0, 0);
    assertThat(ledger.keptBeating(0, ms(10_000))).isTrue();
    assertThat(ledger.keptBeating(0, ms(10_001))).isFalse();
    ledger.beatWritten(0, ms(10_000));
    assertThat(ledger.keptBeating(0, ms(10_001))).isTrue();
    assertThat(ledger.keptBeating(1, ms(10_001))).isFalse();
  }

  @Test
  void shouldExcuseTheRegistryForThirtySecondsAfterALateBeat() {
    register(0, 0);
    ledger.beatWritten(0, ms(20_000));
    ledger.beatWritten(0, ms(31_000));
    for (int at = 36_000; at <= 61_000; at += 5_000) {
      ledger.beatWritten(0, ms(at));
    }
    assertThat(ledger.keptBeating(0, ms(61_000))).isFalse();
    assertThat(ledger.keptBeating(0, ms(61_001))).isTrue();
  }

  private void register(int instance, long ms) {
    ledger.registering(instance);
    ledger.registered(instance, ms(ms));
  }

  private static long ms(long ms) {
    return ORIGIN + TimeUnit.MILLISECONDS.toNanos(ms);
  }
}
