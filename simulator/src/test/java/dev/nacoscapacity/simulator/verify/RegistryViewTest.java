package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each word, on both sides of its limit. */
class RegistryViewTest {

  private ListHistory history = ListHistory.complete();

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  @Test
  void shouldShowEveryInstanceHealthyWhenNothingIsWrong() {
    assertThat(history.view.complete(history.now())).isTrue();
    assertThat(history.tick())
        .map(ListHistory::withoutDrops)
        .hasSize(3)
        .containsOnly(ListHistory.listed(8, 8, 0, 0, 0, 0));
  }

  @Test
  void shouldMissAnInstanceOnlyOnceItIsDue() {
    history = new ListHistory();
    history.acknowledge(0);
    history.at(9.9);
    history.tick();
    history.answers();
    history.assertEach(RegistryCount.EXPECTED, 0, RegistryCount.MISSING, 0);

    history.at(10);
    history.tick();
    history.answers();
    history.assertEach(RegistryCount.EXPECTED, 1, RegistryCount.MISSING, 1);
  }

  @Test
  void shouldMissNothingInAnAnswerRequestedBeforeTheInstanceWasDue() {
    history = new ListHistory();
    history.acknowledge(0);
    history.at(10);
    history.tick();
    history.at(10.5);
    history.answer(0, 1, history.ns(9.9));
    assertThat(history.tick().get(1).count(RegistryCount.MISSING)).isZero();
    history.answer(0, 1, history.ns(10));
    assertThat(history.tick().get(1).count(RegistryCount.MISSING)).isEqualTo(1);
  }

  @Test
  void shouldNotMissAnInstanceWhoseDeregistrationIsWritten() {
    history.expected.deregistering(2);
    history.hides(0, 2);
    history.answers();
    history.assertEach(RegistryCount.MISSING, 0, RegistryCount.STALE, 0);
    assertThat(history.view.wantsIdentity(0, 0, history.now())).isFalse();
  }

  @Test
  void shouldDistinguishUnhealthyFromMissing() {
    history.shows(1, 2, false);
    history.hides(1, 3);
    history.answers();
    RegistryStats counted = history.tick().get(1);
    assertThat(counted.count(RegistryCount.UNHEALTHY)).isEqualTo(1);
    assertThat(counted.count(RegistryCount.MISSING)).isEqualTo(1);

    history.answers();
    RegistryStats identified = history.tick().get(1);
    assertThat(identified.count(RegistryCount.UNHEALTHY)).isEqualTo(1);
    assertThat(identified.count(RegistryCount.MISSING)).isEqualTo(1);
    assertThat(identified.count(RegistryCount.PRESENT)).isEqualTo(7);
    assertThat(identified.count(RegistryCount.HEALTHY)).isEqualTo(6);
  }

  @Test
  void shouldCallAnInstanceStaleTenSecondsAfterItLeft() {
    history.deregister(2);
    history.later(9.9);
    history.tick();
    history.answers();
    assertThat(history.tick(RegistryCount.STALE)).containsOnly(0L);

    history.later(0.1);
    history.tick();
    history.hides(0, 2);
    history.answers();
    history.answers();
    assertThat(history.tick(RegistryCount.STALE)).containsExactly(0L, 1L, 1L);

    history.hides(1, 2);
    history.hides(2, 2);
    history.later(2);
    history.answers();
    history.tick();
    assertThat(history.tick(RegistryCount.STALE)).containsOnly(0L);
  }

  @Test
  void shouldCallAStrangersHostStale() {
    history.showsStranger(0, "198.18.0.99:8080");
    history.answers();
    history.answers();
    assertThat(history.tick(RegistryCount.STALE)).containsExactly(1L, 0L, 0L);
  }

  @Test
  void shouldFindByIdentityWhatCancelsOutInTheCount() {
    history.showsStranger(0, "198.18.0.99:8080");
    history.hides(0, 4);
    history.later(1);
    history.answers();
    assertThat(history.tick().get(0).count(RegistryCount.MISSING)).isZero();

    history.sweep();
    RegistryStats swept = history.tick().get(0);
    assertThat(swept.count(RegistryCount.MISSING)).isEqualTo(1);
    assertThat(swept.count(RegistryCount.STALE)).isEqualTo(1);
    assertThat(swept.count(RegistryCount.PRESENT)).isEqualTo(8);

    history.later(1);
    history.answers();
    assertThat(history.tick().get(0).count(RegistryCount.MISSING))
        .as("a count does not clear it")
        .isEqualTo(1);
  }

  @Test
  void shouldCountBeatsOfUnknownInstancesByNode() {
    history.expected.unknownInstance(3, 1, history.now());
    history.expected.unknownInstance(3, 1, history.now());
    history.expected.unknownInstance(5, 2, history.now());
    assertThat(history.tick(RegistryCount.UNKNOWN_INSTANCE_BEATS)).containsExactly(0L, 2L, 1L);
    assertThat(history.worst(RegistryCount.UNKNOWN_INSTANCE_BEATS)).isEqualTo(3);
  }

  @Test
  void shouldCallACellUnknownAfterTwentySecondsUnread() {
    history.later(19.9);
    history.answers(0);
    history.answers(1);
    assertThat(history.tick(RegistryCount.UNKNOWN)).containsOnly(0L);

    history.later(0.1);
    RegistryStats paused = history.tick().get(2);
    assertThat(ListHistory.withoutDrops(paused))
        .as("unknown is not 0")
        .isEqualTo(ListHistory.listed(null, null, 0, 0, 0, 8));
    assertThat(history.view.complete(history.now())).isFalse();

    history.answers(2);
    history.assertEach(RegistryCount.UNKNOWN, 0, RegistryCount.PRESENT, 8);
  }

  @Test
  void shouldKnowNothingBeforeTheFirstAnswer() {
    history = new ListHistory();
    history.acknowledge(0);
    history.at(10);
    history.assertEach(RegistryCount.UNKNOWN, 1, RegistryCount.MISSING, 0);
  }

  @Test
  void shouldIgnoreAnOldAnswer() {
    double askedAt = 20;
    history.at(41);
    history.answer(0, 0, history.ns(askedAt));
    assertThat(history.tick().get(0).count(RegistryCount.UNKNOWN)).isEqualTo(8);
  }

  @Test
  void shouldBeDivergentWhenNodesDisagreeForOverTenSeconds() {
    history.hides(1, 2);
    history.answers();
    history.answers();
    history.tick();

    history.later(10);
    history.answers();
    assertThat(history.tick(RegistryCount.DIVERGENT)).containsOnly(0L);

    history.later(0.1);
    history.answers();
    assertThat(history.tick(RegistryCount.DIVERGENT)).containsExactly(0L, 1L, 0L);

    history.shows(1, 2, true);
    history.later(2);
    history.answers();
    assertThat(history.tick(RegistryCount.DIVERGENT)).containsOnly(0L);
    assertThat(history.worst(RegistryCount.DIVERGENT)).isEqualTo(1);
    assertThat(history.summary().findings().divergent()).isEqualTo(1);
  }

  /** What nobody looked at again may be over long since. */
  @Test
  void shouldNotBeDivergentByWhatWasReadBeforeTheDisagreement() {
    history.hides(1, 2);
    history.answers();
    history.answers();
    history.tick();

    history.later(10.1);
    assertThat(history.tick(RegistryCount.DIVERGENT)).containsOnly(0L);

    history.answers();
    assertThat(history.tick(RegistryCount.DIVERGENT)).containsExactly(0L, 1L, 0L);
  }

  @Test
  void shouldCountDivergentServicesOfTheWholeCluster() {
    history.hides(0, 0);
    history.hides(1, history.fleet.instanceOf(1, 0));
    for (int second = 0; second < 12; second++) {
      history.answers();
      history.tick();
      history.later(1);
    }

    assertThat(history.worst(RegistryCount.DIVERGENT)).as("on one node").isEqualTo(1);
    assertThat(history.summary().findings().divergent()).isEqualTo(2);
  }

  @Test
  void shouldNotBeDivergentWhenAllNodesMissTheSameInstance() {
    for (int node = 0; node < ListHistory.NODES; node++) {
      history.hides(node, 2);
    }
    passes(12);
    history.assertEach(RegistryCount.MISSING, 1, RegistryCount.DIVERGENT, 0);
  }

  @Test
  void shouldBeDivergentWhenNodesMissAsManyButNotTheSame() {
    history.hides(0, 2);
    history.hides(1, 4);
    history.hides(2, 6);
    passes(12);
    history.assertEach(RegistryCount.MISSING, 1, RegistryCount.DIVERGENT, 1);
  }

  @Test
  void shouldNotBeDivergentWhileInstancesComeAndGo() {
    for (int second = 0; second < 15; second++) {
      int instance = second % 8;
      history.deregister(instance);
      history.hides(second % 3, instance);
      history.later(1);
      history.answers();
      history.assertEach(RegistryCount.DIVERGENT, 0, RegistryCount.MISSING, 0);
      for (int node = 0; node < ListHistory.NODES; node++) {
        history.hides(node, instance);
      }
    }
  }

  @Test
  void shouldNotBeDivergentFromAnUnknownNode() {
    history.hides(2, 2);
    history.answers();
    history.answers();
    for (int second = 0; second < 40; second++) {
      history.later(1);
      history.answers(0);
      history.answers(1);
      history.tick();
    }
    history.view.beginWindow(history.now());
    history.tick();
    assertThat(history.worst(RegistryCount.DIVERGENT)).isZero();
  }

  @Test
  void shouldWantIdentityWhenAnAnswerCouldNotBeCounted() {
    history.view.notCounted(1, 2);
    assertThat(history.view.wantsIdentity(1, 2, history.now())).isTrue();
    assertThat(history.view.wantsIdentity(1, 1, history.now())).isFalse();
    history.answers();
    assertThat(history.view.wantsIdentity(1, 2, history.now())).isFalse();
  }

  @Test
  void shouldScanAWrongCellAtMostEveryTwoSeconds() {
    history.hides(0, 2);
    history.answers();
    assertThat(history.view.wantsIdentity(0, 0, history.now())).isTrue();
    history.answers();
    history.later(1.9);
    assertThat(history.view.wantsIdentity(0, 0, history.now())).isFalse();
    history.later(0.1);
    assertThat(history.view.wantsIdentity(0, 0, history.now())).isTrue();
  }

  @Test
  void shouldNotBeCompleteBeforeEveryInstanceIsDueAndSeen() {
    history.deregister(7);
    history.acknowledge(7);
    assertThat(history.view.complete(history.now())).as("not yet due").isFalse();
    history.later(10);
    history.tick();
    assertThat(history.view.complete(history.now())).as("not read since").isFalse();
    history.answers();
    assertThat(history.view.complete(history.now())).isTrue();
    history.shows(1, 7, false);
    history.answers();
    assertThat(history.view.complete(history.now())).as("unhealthy").isFalse();
  }

  @Test
  void shouldBeCompleteDespiteAcceptedMissingInstances() {
    GracePeriods.Allowance oneMissing = new GracePeriods.Allowance(1, 0, 1);
    history =
        ListHistory.complete(GracePeriods.DEFAULT.judgedBy(TEN_SECONDS, TEN_SECONDS, oneMissing));

    history.hides(0, 0);
    history.hides(1, 1);
    history.later(1);
    history.answers();
    assertThat(history.view.complete(history.now())).as("one on each of two nodes").isTrue();

    history.hides(0, 1);
    history.later(1);
    history.answers();
    assertThat(history.view.complete(history.now())).as("two on one node").isFalse();
  }

  @Test
  void shouldBeCompleteDespiteAcceptedUnhealthyInstances() {
    GracePeriods.Allowance oneUnhealthy = new GracePeriods.Allowance(0, 1, 1);
    history =
        ListHistory.complete(GracePeriods.DEFAULT.judgedBy(TEN_SECONDS, TEN_SECONDS, oneUnhealthy));

    history.shows(2, 3, false);
    history.later(1);
    history.answers();
    assertThat(history.view.complete(history.now())).as("one").isTrue();

    history.shows(2, 4, false);
    history.later(1);
    history.answers();
    assertThat(history.view.complete(history.now())).as("two").isFalse();
  }

  @Test
  void shouldBeCompleteDespiteAcceptedDivergentServices() {
    GracePeriods.Allowance oneService = new GracePeriods.Allowance(1, 0, 1);
    GracePeriods.Allowance noService = new GracePeriods.Allowance(1, 0, 0);

    assertThat(isCompleteOnceNodesHaveDisagreed(oneService)).isTrue();
    assertThat(isCompleteOnceNodesHaveDisagreed(noService)).isFalse();
  }

  private boolean isCompleteOnceNodesHaveDisagreed(GracePeriods.Allowance accepted) {
    history =
        ListHistory.complete(GracePeriods.DEFAULT.judgedBy(TEN_SECONDS, TEN_SECONDS, accepted));
    history.hides(1, 0);
    passes(12);
    assertThat(history.worst(RegistryCount.DIVERGENT)).isEqualTo(1);
    assertThat(history.summary().findings().divergent()).isEqualTo(1);
    return history.view.complete(history.now());
  }

  private void passes(int seconds) {
    for (int second = 0; second < seconds; second++) {
      history.answers();
      history.tick();
      history.later(1);
    }
    history.answers();
  }
}
