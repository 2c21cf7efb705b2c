package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RegistryResult.BeatGap;
import dev.nacoscapacity.core.stats.RegistryCount;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryWindowTest {

  private ListHistory history = ListHistory.complete();

  @Test
  void shouldKeepWhatCameAndWentBetweenTwoTicks() {
    history.later(0.2);
    history.hides(1, 2);
    history.shows(1, 4, false);
    history.answers();
    history.later(0.2);
    history.shows(1, 2, true);
    history.shows(1, 4, true);
    history.answers();
    assertThat(ListHistory.withoutDrops(history.tick().get(1)))
        .isEqualTo(ListHistory.listed(7, 6, 1, 1, 0, 0));
    assertThat(ListHistory.withoutDrops(history.tick().get(1)))
        .isEqualTo(ListHistory.listed(8, 8, 0, 0, 0, 0));

    assertThat(ListHistory.withoutDrops(history.summary().nodes().get(1)))
        .isEqualTo(ListHistory.listed(7, 6, 1, 1, 0, 0));
  }

  @Test
  void shouldCountWhatASweepFoundAfterTheLastTick() {
    history.later(1);
    history.hides(2, 3);
    history.sweep();
    assertThat(history.worst(RegistryCount.MISSING)).isEqualTo(1);
  }

  @Test
  void shouldKeepTheExtremesOfEachNode() {
    history.hides(0, 2);
    history.hides(0, 4);
    history.shows(2, 1, false);
    history.expected.unknownInstance(1, 1, history.now());
    history.answers();
    history.tick();
    ListHistory.Summary summary = history.summary();
    assertThat(summary.nodes())
        .map(ListHistory::withoutDrops)
        .containsExactly(
            ListHistory.listed(6, 6, 2, 0, 0, 0),
            ListHistory.listed(8, 8, 0, 0, 1, 0),
            ListHistory.listed(8, 7, 0, 1, 0, 0));
  }

  @Test
  void shouldForgetWhatWasBeforeTheWindow() {
    history.hides(0, 2);
    history.answers();
    history.shows(0, 2, true);
    history.expected.unknownInstance(2, 0, history.now());
    history.answers();
    history.view.beginWindow(history.now());
    history.later(1);
    history.answers();
    history.tick();
    ListHistory.Summary summary = history.summary();
    assertThat(summary.nodes())
        .map(ListHistory::withoutDrops)
        .containsOnly(ListHistory.listed(8, 8, 0, 0, 0, 0));
    assertThat(summary.keptBeatingYetDropped()).isZero();
  }

  @Test
  void shouldTakeMinimaOnlyWhileTheNodeIsKnown() {
    history.tick();
    history.later(25);
    history.answers(0);
    history.answers(1);
    history.tick();
    ListHistory.Summary summary = history.summary();
    assertThat(ListHistory.withoutDrops(summary.nodes().get(2)))
        .isEqualTo(ListHistory.listed(8, 8, 0, 0, 0, 8));
    assertThat(summary.worst(RegistryCount.UNKNOWN)).isEqualTo(8);

    history.view.beginWindow(history.now());
    history.tick();
    assertThat(ListHistory.withoutDrops(history.summary().nodes().get(2)))
        .as("unknown is not 0")
        .isEqualTo(ListHistory.listed(null, null, 0, 0, 0, 8));
  }

  @Test
  void shouldCountFindingsAfterTheWindowButNotWhatGoesUnread() {
    history.tick();
    history.view.endWindow(history.now());
    history.hides(0, 2);
    history.later(25);
    history.answers(0);
    history.tick();
    ListHistory.Summary summary = history.summary();
    assertThat(summary.worst(RegistryCount.MISSING)).isEqualTo(1);
    assertThat(summary.worst(RegistryCount.UNKNOWN)).isZero();
    assertThat(summary.nodes().get(2).count(RegistryCount.PRESENT)).isEqualTo(8);
  }

  @Test
  void shouldCountALateFindingOfTheSweep() {
    history.view.endWindow(history.now());
    history.hides(0, 2);
    long askedAt = history.now();
    history.later(25);
    history.answer(0, 0, askedAt);
    assertThat(history.summary().worst(RegistryCount.MISSING)).isEqualTo(1);
  }

  @Test
  void shouldBlameTheRegistryWhenAnInstanceIsDroppedThoughItKeptBeating() {
    history.later(5);
    beatAllBut(4);
    history.later(5.1);
    history.hides(0, 2);
    history.hides(1, 2);
    history.shows(0, 3, false);
    history.hides(0, 4);
    history.answers();
    history.answers();
    ListHistory.Summary summary = history.summary();
    assertThat(summary.keptBeatingYetDropped()).as("2 and 3, not 4").isEqualTo(2);
    assertThat(BeatGap.ofMicros(summary.beatGaps()).orElseThrow().max()).isEqualTo(10_100);
    assertThat(summary.worst(RegistryCount.MISSING)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"36, 0", "2, 1"})
  void shouldTakeBackTheDropsOfASuspensionThatIsFoundOutAfterThem(int seconds, int dropped) {
    history.later(1);
    history.hides(0, 2);
    history.answers();
    history.answers();
    history.view.suspended(TimeUnit.SECONDS.toNanos(seconds), history.now());
    history.tick();

    assertThat(history.summary().keptBeatingYetDropped()).isEqualTo(dropped);
    assertThat(droppedBy()).containsExactly((long) dropped, 0L, 0L);
  }

  @Test
  void shouldCountADropAgainAfterTheInstanceWasBack() {
    drop(2);
    assertThat(droppedBy()).containsExactly(1L, 0L, 0L);

    comeBack(2);
    assertThat(droppedBy()).containsExactly(1L, 0L, 0L);

    drop(2);
    assertThat(droppedBy()).containsExactly(2L, 0L, 0L);
    assertThat(history.summary().keptBeatingYetDropped())
        .as("the same instance twice")
        .isEqualTo(1);
  }

  @Test
  void shouldCountADropOnceHoweverLongItLasts() {
    drop(2);
    beatAllBut(2);
    history.later(11);
    history.answers();
    history.expected.beatWritten(2, history.now());
    for (int second = 0; second < 40; second += 5) {
      history.later(5);
      beatAllBut(-1);
      history.answers();
    }
    assertThat(droppedBy()).as("though it was late with a beat").containsExactly(1L, 0L, 0L);
  }

  @Test
  void shouldNotCountADropAgainFromAnOlderAnswer() {
    drop(2);
    long before = history.now();
    comeBack(2);

    history.hides(0, 2);
    history.identifiesLate(0, 0, before);
    assertThat(droppedBy()).containsExactly(1L, 0L, 0L);
  }

  private void drop(int instance) {
    history.hides(0, instance);
    readTwice();
  }

  private void comeBack(int instance) {
    history.shows(0, instance, true);
    readTwice();
  }

  /** The first answer by count, which may ask for the next by identity. */
  private void readTwice() {
    for (int answer = 0; answer < 2; answer++) {
      history.later(3);
      beatAllBut(-1);
      history.answers();
    }
  }

  private List<Long> droppedBy() {
    return history.summary().nodes().stream().map(node -> node.count(RegistryCount.DROPS)).toList();
  }

  @Test
  void shouldDistinguishNeverAppearedFromDropped() {
    history = new ListHistory();
    registerAll();
    history.hides(0, 2);
    history.hides(1, 2);
    history.hides(2, 2);
    run(20);
    history.view.beginWindow(history.now());
    history.later(1);
    history.hides(1, 4);
    history.sweep();
    ListHistory.Summary summary = history.summary();

    assertThat(summary.neverAppeared()).as("2").isEqualTo(1);
    assertThat(summary.keptBeatingYetDropped()).as("4").isEqualTo(1);
    assertThat(history.summary().nodes().get(0).count(RegistryCount.DROPS)).isZero();
  }

  @Test
  void shouldCountAnInstanceThatNeverAppearedOnOneNode() {
    history = new ListHistory();
    registerAll();
    history.hides(1, 2);
    run(20);

    assertThat(history.summary().neverAppeared()).isEqualTo(1);
    assertThat(history.summary().keptBeatingYetDropped()).isZero();
  }

  @Test
  void shouldNotCountAnInstanceThatIsNotYetDueAsMissing() {
    history = new ListHistory();
    for (int instance = 0; instance < 7; instance++) {
      history.register(instance);
    }
    history.hides(0, 2);
    history.at(9);
    history.register(6);
    run(30);

    assertThat(history.summary().neverAppeared()).isEqualTo(1);
  }

  @Test
  void shouldForgiveAnInstanceThatAppearsLate() {
    history = new ListHistory();
    registerAll();
    history.hides(1, 2);
    run(15);
    assertThat(history.summary().neverAppeared()).isEqualTo(1);
    history.shows(1, 2, true);
    run(20);

    assertThat(history.summary().neverAppeared()).isZero();
    assertThat(history.summary().keptBeatingYetDropped()).isZero();
    assertThat(history.worst(RegistryCount.MISSING)).isEqualTo(1);
  }

  @Test
  void shouldCountADropOfAnInstanceSeenByCountOnly() {
    history.hides(1, 2);
    history.answers();
    history.answers();

    assertThat(history.summary().neverAppeared()).isZero();
    assertThat(history.summary().keptBeatingYetDropped()).isEqualTo(1);
  }

  private void registerAll() {
    for (int instance = 0; instance < history.fleet.size(); instance++) {
      history.register(instance);
    }
  }

  /** Lets the clock come to a second, with a beat, answers and a tick in each. */
  private void run(int until) {
    for (int second = (int) ((history.now() - history.ns(0)) / 1e9) + 1;
        second <= until;
        second++) {
      history.at(second);
      beatAllBut(-1);
      history.answers();
      history.tick();
    }
  }

  private void beatAllBut(int silent) {
    for (int instance = 0; instance < history.fleet.size(); instance++) {
      if (instance != silent) {
        history.expected.beatWritten(instance, history.now());
      }
    }
  }

  @Test
  void shouldDistinguishLossesThatAStallExplains() {
    ListHistory before = ListHistory.complete();
    before.hides(1, 2);
    before.answers();
    before.tick();
    assertThat(before.beyondStalls(RegistryCount.MISSING)).as("no stall").isEqualTo(1);

    ListHistory stalled = ListHistory.complete();
    stalled.stalls(5);
    stalled.hides(1, 2);
    stalled.expected.unknownInstance(4, 0, stalled.now());
    stalled.answers();
    stalled.tick();
    assertThat(stalled.worst(RegistryCount.MISSING)).isEqualTo(1);
    assertThat(stalled.worst(RegistryCount.UNKNOWN_INSTANCE_BEATS)).isEqualTo(1);
    assertThat(stalled.beyondStalls(RegistryCount.MISSING)).isZero();
    assertThat(stalled.beyondStalls(RegistryCount.UNKNOWN_INSTANCE_BEATS)).isZero();

    ListHistory tooShort = ListHistory.complete();
    tooShort.stalls(4.9);
    tooShort.hides(1, 2);
    tooShort.answers();
    tooShort.tick();
    assertThat(tooShort.beyondStalls(RegistryCount.MISSING)).isEqualTo(1);
  }

  /** A whole fleet that expired comes back at the pace at which nodes take registrations. */
  @Test
  void shouldExcuseALossForAsLongAsItShrinks() {
    history.stalls(18);
    history.hides(1, 2);
    history.hides(1, 4);
    history.watch(40);
    history.shows(1, 2, true);
    history.watch(20);
    assertThat(history.beyondStalls(RegistryCount.MISSING)).isZero();

    history.shows(1, 4, true);
    history.watch(3);
    history.hides(1, 6);
    history.watch(3);
    assertThat(history.beyondStalls(RegistryCount.MISSING)).as("a new loss").isEqualTo(1);
  }

  @Test
  void shouldNotExcuseALossThatStaysOrGrows() {
    ListHistory stays = ListHistory.complete();
    stays.stalls(18);
    stays.hides(1, 2);
    stays.watch(70);
    assertThat(stays.beyondStalls(RegistryCount.MISSING)).isEqualTo(1);

    ListHistory grows = ListHistory.complete();
    grows.stalls(18);
    grows.hides(1, 2);
    grows.watch(35);
    assertThat(grows.beyondStalls(RegistryCount.MISSING)).isZero();
    grows.hides(1, 4);
    grows.watch(3);
    assertThat(grows.beyondStalls(RegistryCount.MISSING)).isEqualTo(2);
  }
}
