package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PushLatencyTest {

  private static final long MINUTE = TimeUnit.SECONDS.toNanos(60);

  /** Service 0 has the instances 0, 2, 4 and 6. */
  private static final Fleet FLEET = Workloads.fleet(8, 2);

  /** Each subscribes to its own service. */
  private static final LoopSettings SETTINGS =
      new LoopBuilder().admissions(1).subscribing(1).build();

  private final List<String> changes = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();
  private final ChangeFeed feed = new ChangeFeed(FLEET.size(), 2);

  /** Of the loops on which the instances 0 and 4 are, and 2 and 6. */
  private final PushLatency pushes = loop(0);

  private final PushLatency other = loop(1);

  private PushLatency loop(int number) {
    return new PushLatency(
        FLEET,
        SETTINGS,
        feed,
        number,
        new PushLatency.Sink() {
          @Override
          public void pushed(long registered, long now) {
            changes.add(registered + "-" + now);
          }

          @Override
          public void changed(Change change) {
            changed.add(change.end() + " " + change.delay());
          }

          @Override
          public void undelivered(long age) {
            changed.add("UNDELIVERED " + age);
          }
        });
  }

  /** A list of service 0 with these instances, and two hosts that are no business of its. */
  private static Listing list(int... instances) {
    return (fleet, hosts) -> {
      hosts.host(-1, true);
      hosts.host(1, true);
      for (int instance : instances) {
        hosts.host(instance, true);
      }
      return true;
    };
  }

  private void pushed(long now, int... instances) {
    pushes.pushed(0, 0, list(instances), now);
  }

  /** Instances 0 and 2, each on its loop, know of these instances; the ramp is over. */
  private void subscribed(int... instances) {
    pushes.subscribed(0, 0, list(instances), 45, 50);
    other.subscribed(2, 0, list(instances), 45, 50);
    pushes.startTracking();
    other.startTracking();
  }

  private void acknowledged(int instance, boolean registered, long now) {
    pushes.changing(instance, registered, now);
    pushes.changed(instance, registered, true, now);
  }

  private void stop(long now) {
    pushes.stopTracking(now);
    other.stopTracking(now);
  }

  @Test
  void shouldReportEachNewInstanceOnce() {
    pushes.changing(0, true, 5);
    pushes.changing(2, true, 10);
    pushes.changing(4, true, 20);
    pushes.subscribed(0, 0, list(0), 45, 50);

    pushed(100, 0, 2);
    pushed(200, 0, 2, 4);
    pushed(300, 0, 2, 4);

    assertThat(changes).containsExactly("10-100", "20-200");
  }

  @Test
  void shouldIgnoreTheSubscriberItselfAndWhatTheSubscriptionListed() {
    pushes.changing(0, true, 5);
    pushes.changing(2, true, 10);
    pushes.subscribed(0, 0, list(2), 45, 50);

    pushed(100, 0, 2);

    assertThat(changes).isEmpty();
  }

  @Test
  void shouldReportAnInstanceAgainThatLeftAndCameBack() {
    pushes.changing(2, true, 10);
    pushes.subscribed(0, 0, list(), 45, 50);
    pushed(100, 2);
    pushed(200);
    pushes.changing(2, true, 250);
    pushed(300, 2);

    assertThat(changes).containsExactly("10-100", "250-300");
  }

  @Test
  void shouldMeasureALatePush() {
    pushes.changing(2, true, 10);
    pushes.subscribed(0, 0, list(), 45, 50);
    pushed(10 + 2 * MINUTE, 2);

    assertThat(changes).containsExactly("10-" + (10 + 2 * MINUTE));
  }

  @Test
  void shouldNotMistakeAnInstanceThatReappearedForALatePush() {
    pushes.changing(2, true, 10);
    pushes.subscribed(0, 0, list(2), 45, 50);
    pushed(100);
    pushed(200, 2);

    assertThat(changes).isEmpty();
  }

  @Test
  void shouldNotMistakeAnInstanceMissingAtTheSubscriptionForALatePush() {
    pushes.changing(2, true, 10);
    pushes.subscribed(0, 0, list(), MINUTE - 5, MINUTE);
    pushed(MINUTE + 1, 2);

    assertThat(changes).isEmpty();
  }

  @Test
  void shouldIgnoreAPushBeforeTheSubscriptionIsAnswered() {
    pushes.changing(2, true, 10);
    pushed(100, 2);
    pushes.subscribed(0, 0, list(2), 145, 150);
    pushed(200, 2);

    assertThat(changes).isEmpty();
  }

  @Test
  void shouldFollowAChangeToTheLastSubscriberOfAllLoops() {
    subscribed(0, 2, 4);
    other.changing(6, true, 100);
    pushed(130, 0, 2, 4, 6);
    assertThat(changed).isEmpty();
    other.pushed(2, 0, list(0, 2, 4, 6), 170);

    pushes.changing(4, false, 200);
    other.pushed(2, 0, list(0, 2, 6), 210);
    pushed(260, 0, 2, 6);

    assertThat(changed).containsExactly("DELIVERED 70", "DELIVERED 60");
  }

  @Test
  void shouldWaitOnlyForSubscribersThatAreYetToBeTold() {
    subscribed(0, 2, 4);
    pushes.changing(2, false, 100);
    pushes.subscribed(4, 0, list(0, 2, 4), 105, 110);
    pushes.pushed(4, 0, list(0, 4), 120);
    pushed(130, 0, 4);
    pushes.changing(4, true, 200);
    pushes.catchUp(201);
    other.catchUp(201);

    assertThat(changed).containsExactly("DELIVERED 30", "DELIVERED -1");
  }

  @Test
  void shouldNotWaitForASubscriberThatHasLeft() {
    subscribed(0, 2, 4);
    pushes.changing(6, true, 100);
    pushed(130, 0, 2, 4, 6);
    other.removeSubscriber(2, 140);

    assertThat(changed).containsExactly("DELIVERED 30");
  }

  @Test
  void shouldMeasureALateChange() {
    subscribed(0, 2, 4);
    acknowledged(6, true, 100);
    pushed(130, 0, 2, 4, 6);
    other.catchUp(100 + MINUTE);
    assertThat(changed).isEmpty();
    other.pushed(2, 0, list(0, 2, 4, 6), 101 + MINUTE);
    stop(102 + MINUTE);

    assertThat(changed).containsExactly("DELIVERED " + (MINUTE + 1));
  }

  @Test
  void shouldCountAChangeThatNeverReachedASubscriberAsUndelivered() {
    subscribed(0, 2, 4);
    acknowledged(6, true, 100);
    acknowledged(4, false, 200);
    pushed(230, 0, 2, 6);
    stop(100 + Change.FAIR_LIMIT);

    assertThat(changed)
        .containsExactly(
            "UNDELIVERED " + Change.FAIR_LIMIT, "SUPERSEDED " + (Change.FAIR_LIMIT - 100));
  }

  /** Most pushes come in the ramp, whose changes are not followed one by one. */
  @Test
  void shouldCountAPushLostInTheRampAsUndelivered() {
    acknowledged(6, true, 20);
    subscribed(0, 2);
    pushed(130, 0, 2, 6);
    stop(MINUTE);

    assertThat(changed).containsExactly("UNDELIVERED " + (MINUTE - 20));
  }

  @Test
  void shouldCountADeregistrationThatReachedNobodyAsUndelivered() {
    acknowledged(4, true, 20);
    subscribed(0, 2, 4);
    acknowledged(4, false, 100);
    stop(MINUTE);

    assertThat(changed).containsExactly("UNDELIVERED " + (MINUTE - 100));
  }

  @Test
  void shouldNotJudgeARegistrationThatTheRegistryLost() {
    acknowledged(6, true, 20);
    subscribed(0, 2, 4);
    stop(MINUTE);

    assertThat(changed).isEmpty();
  }

  @Test
  void shouldNotJudgeAnInstanceThatAPushHasJustRemoved() {
    acknowledged(6, true, 20);
    subscribed(0, 2, 4, 6);
    pushed(MINUTE - 1, 0, 2, 4);
    stop(MINUTE);

    assertThat(changed).isEmpty();
  }

  @Test
  void shouldNotJudgeASubscriberThatHasJustResubscribed() {
    acknowledged(6, true, 20);
    subscribed(0, 2, 4, 6);
    pushes.vanished(0, MINUTE - 20);
    pushes.subscribed(0, 0, list(0, 2, 4), MINUTE - 15, MINUTE - 10);
    stop(MINUTE);

    assertThat(changed).isEmpty();
  }

  @Test
  void shouldNotExpectInstancesThatFailedOrLostTheirConnections() {
    acknowledged(4, true, 20);
    acknowledged(6, true, 20);
    subscribed(0, 2, 4, 6);
    pushed(100, 0, 2);
    pushes.changed(4, false, false, 110);
    other.vanished(6, 110);
    stop(MINUTE);

    assertThat(changed).isEmpty();
  }

  @Test
  void shouldCountAChangeAsUndeliveredWhenASubscriberLeftLongAfterIt() {
    subscribed(0, 2, 4);
    pushes.changing(6, true, 100);
    pushed(130, 0, 2, 4, 6);
    other.vanished(2, 100 + Change.FAIR_LIMIT);

    assertThat(changed).containsExactly("UNDELIVERED " + Change.FAIR_LIMIT);
  }

  @Test
  void shouldCountAChangeAsUndeliveredWhenItIsSupersededLongAfterIt() {
    subscribed(0, 2, 4);
    pushes.changing(4, false, 100);
    pushes.changing(4, true, 100 + MINUTE);
    pushes.catchUp(101 + MINUTE);
    other.catchUp(101 + MINUTE);

    assertThat(changed).containsExactly("UNDELIVERED " + MINUTE, "DELIVERED -1");
  }

  @Test
  void shouldKeepTheListOfAPushThatOvertookTheSubscription() {
    acknowledged(6, true, 20);
    subscribed(0, 2, 4, 6);
    pushes.subscribing(4, 0);
    pushes.pushed(4, 0, list(0, 2, 4, 6), 60);
    pushes.subscribed(4, 0, list(0, 2, 4), 55, 70);
    stop(MINUTE);

    assertThat(changed).isEmpty();
  }

  @Test
  void shouldCountAChangeAsSupersededWhenAnotherFollowsSoon() {
    subscribed(0, 2, 4);
    pushes.changing(4, false, 100);
    pushes.changing(4, true, 120);
    pushes.changing(6, true, 150);
    pushes.stopTracking(180);
    other.stopTracking(190);
    pushes.changing(6, false, 200);
    pushes.catchUp(210);
    other.catchUp(210);

    assertThat(changed).containsExactly("SUPERSEDED 20", "DELIVERED -1", "SUPERSEDED 40");
  }

  @Test
  void shouldCountARegistrationAsSupersededWhenItsInstanceCrashes() {
    subscribed(0, 2, 4);
    acknowledged(6, true, 100);
    other.vanished(6, 130);
    stop(100 + MINUTE);

    assertThat(changed).containsExactly("SUPERSEDED " + MINUTE);
  }

  @Test
  void shouldMeasureAReturnFromItsOwnRegistrationAfterACrash() {
    subscribed(0, 2, 4);
    pushes.changing(6, true, 100);
    other.vanished(6, 130);
    pushes.changing(6, true, 1_000);
    pushed(1_030, 0, 2, 4, 6);
    other.pushed(2, 0, list(0, 2, 4, 6), 1_040);

    assertThat(changed).containsExactly("SUPERSEDED 900", "DELIVERED 40");
  }

  @Test
  void shouldMeasureARepeatedCallFromItsFirstAttempt() {
    subscribed(0, 2, 4);
    pushes.changing(6, true, 100);
    pushes.changing(6, true, 150);
    pushed(170, 0, 2, 4, 6);
    other.pushed(2, 0, list(0, 2, 4, 6), 180);

    assertThat(changed).containsExactlyInAnyOrder("DELIVERED 80", "DELIVERED -1");
  }

  @Test
  void shouldTrackNothingWhenNobodySubscribes() {
    ChangeFeed nobody = new ChangeFeed(0, 1);
    PushLatency idle = new PushLatency(FLEET, SETTINGS, nobody, 0, new StatsRecorder(List.of()));
    idle.startTracking();
    idle.changing(2, true, 10);
    idle.changing(2, false, 20);

    assertThat(nobody.inbox(0)).isEmpty();
  }
}
