package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RegistryResult.BeatGap;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectedStateTest {

  private static final long ORIGIN = -5_000_000_000L;

  private final Fleet fleet = Workloads.fleet(200, 2);
  private final ExpectedState expected = new ExpectedState(fleet, 3, GracePeriods.DEFAULT, ORIGIN);

  @Test
  void shouldBeDueTenSecondsAfterTheAcknowledgementAndNotBefore() {
    register(0, 1_000);
    assertThat(expected.possible(0)).isEqualTo(1);
    assertThat(expected.waiting()).isEqualTo(1);

    expected.settle(ms(10_999));
    assertThat(expected.due(0)).isZero();
    assertThat(expected.mustBeListed(0, ms(10_999))).isFalse();

    expected.settle(ms(11_000));
    assertThat(expected.due(0)).isEqualTo(1);
    assertThat(expected.mustBeListed(0, ms(11_000))).isTrue();
    assertThat(expected.mustBeListed(0, ms(10_999))).isFalse();
    assertThat(expected.tightened(0)).isEqualTo(ms(11_000));
    assertThat(expected.waiting()).isZero();
    assertThat(expected.possible(1)).isZero();
  }

  @Test
  void shouldBePossibleButNotDueWhileARegistrationIsOpen() {
    expected.registering(0);
    expected.settle(ms(60_000));
    assertThat(expected.possible(0)).isEqualTo(1);
    assertThat(expected.due(0)).isZero();
    assertThat(expected.mustNotBeListed(0, ms(60_000))).isFalse();
    assertThat(expected.mustNotBeListed(2, ms(60_000))).isTrue();
  }

  @Test
  void shouldStayDueWhenItIsRegisteredAgainAfterALoss() {
    register(0, 0);
    expected.settle(ms(10_000));
    expected.unknownInstance(0, 2, 0);
    register(0, 11_000);
    assertThat(expected.due(0)).isEqualTo(1);
    assertThat(expected.possible(0)).isEqualTo(1);
    assertThat(expected.unknownInstanceBeats(2)).isEqualTo(1);
    assertThat(expected.unknownInstanceBeats(0)).isZero();
  }

  /** After a stall a whole fleet registers again, which takes longer than one instance needs. */
  @Test
  void shouldExcuseALateBeatUntilTheInstanceIsKnownAgain() {
    register(0, 0);
    unknownBeats(18, 88);
    beats(93, 118);
    assertThat(expected.keptBeating(0, ms(118_000))).isFalse();
    assertThat(expected.keptBeating(0, ms(118_001))).isTrue();

    expected.registered(0, ms(119_000));
    expected.beatWritten(0, ms(131_000));
    expected.registered(0, ms(132_000));
    unknownBeats(136, 161);
    assertThat(expected.keptBeating(0, ms(161_001))).as("dropped once more, on time").isTrue();

    register(2, 0);
    expected.beatWritten(2, ms(5_000));
    expected.unknownInstance(2, 2, ms(5_000));
    assertThat(expected.keptBeating(2, ms(5_000))).as("dropped without a late beat").isTrue();
  }

  @Test
  void shouldCountNoLossOfAnInstanceThatIsNotAcknowledgedOrLeaves() {
    expected.unknownInstance(0, 1, 0);
    expected.registering(0);
    expected.unknownInstance(0, 1, 0);
    expected.registered(0, ms(0));
    expected.deregistering(0);
    expected.unknownInstance(0, 1, 0);
    assertThat(expected.unknownInstanceBeats(1)).isZero();
  }

  @Test
  void shouldOweNothingOnceADeregistrationIsWritten() {
    register(0, 0);
    expected.settle(ms(10_000));
    expected.deregistering(0);
    assertThat(expected.due(0)).isZero();
    assertThat(expected.mustBeListed(0, ms(20_000))).isFalse();
    assertThat(expected.possible(0)).isEqualTo(1);
  }

  @Test
  void shouldBeGoneTenSecondsAfterTheDeregistrationAndNotBefore() {
    register(0, 0);
    expected.deregistering(0);
    expected.deregistered(0, ms(2_000));

    expected.settle(ms(11_999));
    assertThat(expected.possible(0)).isEqualTo(1);
    assertThat(expected.mustNotBeListed(0, ms(11_999))).isFalse();

    expected.settle(ms(12_000));
    assertThat(expected.possible(0)).isZero();
    assertThat(expected.mustNotBeListed(0, ms(12_000))).isTrue();
    assertThat(expected.waiting()).isZero();
  }

  @Test
  void shouldNotStartTheTimeAgainWhenItIsDeregisteredTwice() {
    register(0, 0);
    expected.deregistering(0);
    expected.deregistered(0, ms(2_000));
    expected.deregistering(0);
    expected.deregistered(0, ms(9_000));
    expected.settle(ms(12_000));
    assertThat(expected.possible(0)).isZero();
  }

  @Test
  void shouldIgnoreAnAcknowledgementThatComesAfterTheInstanceLeft() {
    expected.registering(0);
    expected.deregistering(0);
    expected.registered(0, ms(0));
    expected.deregistered(0, ms(0));
    expected.settle(ms(10_000));
    assertThat(expected.due(0)).isZero();
    assertThat(expected.possible(0)).isZero();
  }

  @Test
  void shouldBeRegisteredAnewAfterItLeft() {
    register(0, 0);
    expected.deregistering(0);
    expected.deregistered(0, ms(0));
    register(0, 5_000);
    expected.settle(ms(10_000));
    assertThat(expected.due(0)).isZero();
    expected.settle(ms(15_000));
    assertThat(expected.due(0)).isEqualTo(1);
    assertThat(expected.possible(0)).isEqualTo(1);
  }

  private BeatGap gaps(long now) {
    return BeatGap.ofMicros(expected.beatGaps(ms(now))).orElse(null);
  }

  /** Its last beat may be as old as 30 s, and that is checked each 5 s. */
  @Test
  void shouldOweAndForbidNothingUntilAVanishedInstanceExpires() {
    register(0, 0);
    expected.settle(ms(10_000));
    expected.vanished(0, false, ms(20_000));
    assertThat(expected.due(0)).isZero();
    assertThat(expected.possible(0)).isEqualTo(1);
    assertThat(expected.mustBeListed(0, ms(20_001))).isFalse();

    expected.settle(ms(64_999));
    assertThat(expected.possible(0)).isEqualTo(1);
    assertThat(expected.mustNotBeListed(0, ms(64_999))).isFalse();

    expected.settle(ms(65_000));
    assertThat(expected.possible(0)).isZero();
    assertThat(expected.mustNotBeListed(0, ms(65_000))).isTrue();
  }

  @Test
  void shouldTreatAnInstanceThatVanishedWithItsConnectionAsDeregistered() {
    register(0, 0);
    expected.settle(ms(10_000));
    expected.vanished(0, true, ms(20_000));

    assertThat(expected.mustNotBeListed(0, ms(29_999))).isFalse();
    assertThat(expected.mustNotBeListed(0, ms(30_000))).isTrue();
  }

  @Test
  void shouldBeDueAnewWhenAVanishedInstanceRegistersBeforeItExpires() {
    register(0, 0);
    expected.settle(ms(10_000));
    expected.vanished(0, false, ms(20_000));
    assertThat(expected.registering(0)).as("it had left").isTrue();
    expected.registered(0, ms(25_000));

    expected.settle(ms(34_999));
    assertThat(expected.due(0)).isZero();
    expected.settle(ms(35_000));
    assertThat(expected.due(0)).isEqualTo(1);
    assertThat(expected.registering(0)).as("it is there").isFalse();
  }

  @Test
  void shouldGiveSlowlyBeatingInstancesLongerToExpire() {
    ExpectedState state = registered(15.0, GracePeriods.DEFAULT);
    state.vanished(0, false, ms(20_000));

    assertThat(state.mustNotBeListed(0, ms(20_000 + 90_000 + 14_999))).isFalse();
    assertThat(state.mustNotBeListed(0, ms(20_000 + 90_000 + 15_000))).isTrue();
  }

  @Test
  void shouldReportTheLongestGapIncludingTheOpenOne() {
    for (int instance = 0; instance < 200; instance++) {
      register(instance, 0);
      expected.beatWritten(instance, ms(5_000));
    }
    expected.beatWritten(7, ms(12_000));
    expected.beatWritten(7, ms(13_000));
    expected.beatWritten(8, ms(5_500));
    assertThat(gaps(10_500)).isEqualTo(new BeatGap(5_500, 7_000));
    assertThat(gaps(16_000)).isEqualTo(new BeatGap(11_000, 11_000));
  }

  @Test
  void shouldForgetGapsOfBeforeTheWindowButNotThatABeatWasLate() {
    register(0, 0);
    expected.beatWritten(0, ms(16_000));
    expected.forgetBeatGaps();
    expected.beatWritten(0, ms(21_000));
    assertThat(gaps(21_000).max()).isEqualTo(5_000);
    assertThat(expected.keptBeating(0, ms(21_000))).isFalse();
  }

  @Test
  void shouldKeepBeatingUpToTenSecondsApart() {
    register(0, 0);
    assertThat(expected.keptBeating(0, ms(10_000))).isTrue();
    assertThat(expected.keptBeating(0, ms(10_001))).isFalse();
    expected.beatWritten(0, ms(10_000));
    assertThat(expected.keptBeating(0, ms(10_001))).isTrue();
    assertThat(expected.keptBeating(1, ms(10_001))).isFalse();
  }

  /** Where the fleet speaks both, gRPC may be silent for longer. */
  @Test
  void shouldAllowEachInstanceTheGapOfItsProtocol() {
    GracePeriods both =
        GracePeriods.DEFAULT.judgedBy(
            Duration.ofSeconds(15), Duration.ofSeconds(10), new GracePeriods.Allowance(0, 0, 0));
    ExpectedState expected = new ExpectedState(fleet, 3, both, ORIGIN);
    for (int instance = 0; instance < 2; instance++) {
      expected.speaksHttp(instance, instance == 0);
      expected.registering(instance);
      expected.registered(instance, ms(0));
    }
    assertThat(expected.keptBeating(0, ms(10_001))).isFalse();
    assertThat(expected.keptBeating(1, ms(10_001))).isTrue();
    assertThat(expected.keptBeating(1, ms(15_001))).isFalse();

    expected.beatWritten(0, ms(9_000));
    expected.speaksHttp(0, false);
    assertThat(expected.keptBeating(0, ms(24_000))).isTrue();
  }

  /** Over gRPC a class has no beats of its own. */
  @Test
  void shouldAllowARarelyBeatingClassALongerGapOverHttpOnly() {
    GracePeriods overGrpc =
        GracePeriods.DEFAULT.judgedBy(
            Duration.ofSeconds(15), Duration.ofSeconds(10), new GracePeriods.Allowance(0, 0, 0));
    for (GracePeriods each : List.of(GracePeriods.DEFAULT, overGrpc)) {
      ExpectedState state = registered(15.0, each);

      assertThat(state.keptBeating(0, ms(20_000))).isEqualTo(each != overGrpc);
    }
  }

  /** A node calls an instance unhealthy after three of its periods. */
  @ParameterizedTest
  @CsvSource({"5, 10000", "5.5, 11000", "6, 12000", "6.6, 13200", "7, 14000", "20, 40000"})
  void shouldAllowARarelyBeatingClassAProportionalGap(double beatSeconds, int allowedMs) {
    ExpectedState state = registered(beatSeconds, GracePeriods.DEFAULT);

    assertThat(state.keptBeating(0, ms(allowedMs))).isTrue();
    assertThat(state.keptBeating(0, ms(allowedMs + 1))).isFalse();
  }

  @Test
  void shouldNotExcuseTheRegistryForOneRefusedBeat() {
    register(0, 0);
    for (int at = 5_000; at <= 40_000; at += 5_000) {
      expected.beatWritten(0, ms(at), ms(at));
      if (at == 10_000) {
        expected.beatRefused(0, ms(at));
      }
      assertThat(expected.keptBeating(0, ms(at))).isTrue();
    }
  }

  /** Each is tried three times, as a client does at one address. */
  @Test
  void shouldExcuseTheRegistryWhenTooManyBeatsAreRefused() {
    register(0, 0);
    for (int at = 5_000; at <= 10_000; at += 5_000) {
      for (int attempt = 0; attempt < 3; attempt++) {
        expected.beatWritten(0, ms(at), ms(at + attempt * 10));
      }
      expected.beatRefused(0, ms(at + 20));
    }
    assertThat(expected.keptBeating(0, ms(10_000))).isTrue();
    assertThat(expected.keptBeating(0, ms(10_021))).isFalse();

    beats(15, 45);
    assertThat(expected.keptBeating(0, ms(45_000))).isFalse();
    assertThat(expected.keptBeating(0, ms(45_001))).isTrue();
  }

  @Test
  void shouldCountARegistrationThatFollowedARefusedBeat() {
    register(0, 0);
    expected.beatWritten(0, ms(5_000), ms(5_000));
    expected.registered(0, ms(5_500));
    expected.beatRefused(0, ms(5_000));

    assertThat(expected.keptBeating(0, ms(15_500))).isTrue();
  }

  @Test
  void shouldExcuseTheRegistryForThirtySecondsAfterALateBeat() {
    register(0, 0);
    expected.beatWritten(0, ms(20_000));
    expected.beatWritten(0, ms(31_000));
    beats(36, 61);
    assertThat(expected.keptBeating(0, ms(61_000))).isFalse();
    assertThat(expected.keptBeating(0, ms(61_001))).isTrue();
  }

  /** Of one instance that beats so rarely, and registered at 0. */
  private static ExpectedState registered(double beatSeconds, GracePeriods grace) {
    ServiceClass jobs = ServiceClass.plain("jobs", Map.of(1, 1)).withBeatSeconds(beatSeconds);
    Fleet fleet = Workloads.fleet(new Traffic("own", List.of(jobs)));
    ExpectedState state = new ExpectedState(fleet, 1, grace, ORIGIN);
    state.registering(0);
    state.registered(0, ms(0));
    return state;
  }

  /** Of instance 0, on time each 5 s. */
  private void beats(int from, int to) {
    for (int second = from; second <= to; second += 5) {
      expected.beatWritten(0, ms(second * 1_000));
    }
  }

  /** The same, of which node 2 says that it does not know the instance. */
  private void unknownBeats(int from, int to) {
    for (int second = from; second <= to; second += 5) {
      beats(second, second);
      expected.unknownInstance(0, 2, ms(second * 1_000));
    }
  }

  private void register(int instance, long ms) {
    expected.registering(instance);
    expected.registered(instance, ms(ms));
  }

  private static long ms(long ms) {
    return ORIGIN + TimeUnit.MILLISECONDS.toNanos(ms);
  }
}
