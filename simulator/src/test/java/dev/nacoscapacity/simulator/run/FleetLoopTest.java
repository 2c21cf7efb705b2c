package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Time is the test's own: Netty's embedded loop stands still until it is advanced. */
class FleetLoopTest {

  private static final long MILLI = 1_000_000;
  private static final int BEAT = 5000;

  private final EmbeddedChannel time = new EmbeddedChannel();
  private final NotedObserver observer = new NotedObserver();
  private long now = 1_000_000_000L;
  private HeldDriver driver;

  private FleetLoop loop(int instances, int services, LoopSettings settings, Slice slice) {
    time.freezeTime();
    Fleet fleet = new Fleet(instances, services, "capacity", Shard.WHOLE);
    return new FleetLoop(
        time.eventLoop(),
        () -> now,
        fleet,
        slice,
        settings,
        listener -> driver = new HeldDriver(() -> now, listener),
        observer,
        new AtomicLongArray(0));
  }

  private static LoopSettings beats() {
    return new LoopSettings(BEAT * MILLI, 0, 0, 0, Phase.SPREAD, 1, 100, 1);
  }

  private FleetLoop beating(int instances) {
    FleetLoop loop = loop(instances, 1, beats(), new Slice(0, 1));
    register(loop);
    loop.startTurns(now);
    return loop;
  }

  private void register(FleetLoop loop) {
    driver.answerAtOnce(Operation.REGISTER);
    loop.rollOut(Operation.REGISTER, slot -> now, now);
    advance(20);
    assertThat(loop.rolloutState().finished()).isTrue();
    loop.endRollout();
    loop.takeSecond();
    driver.sent().clear();
    observer.notes().clear();
  }

  private void advance(long millis) {
    for (int i = 0; i < millis; i++) {
      now += MILLI;
      time.advanceTimeBy(1, TimeUnit.MILLISECONDS);
      time.runPendingTasks();
    }
  }

  private void open(FleetLoop loop, long millis) {
    loop.open(new Window(now, now + millis * MILLI, 0));
  }

  private Call only(Operation operation) {
    List<Call> calls = driver.held(operation);
    assertThat(calls).hasSize(1);
    return calls.get(0);
  }

  private static Consumer<Call> ok() {
    return call -> {};
  }

  private static Consumer<Call> light() {
    return call -> call.lightBeatAllowed = true;
  }

  private static Consumer<Call> unknown() {
    return call -> call.unknownInstance = true;
  }

  private static Consumer<Call> interval(int millis) {
    return call -> call.beatIntervalMillis = millis;
  }

  private static void assertBalanced(Tally.Counts counts) {
    assertThat(counts.ok() + counts.failedTotal() + counts.missed()).isEqualTo(counts.required());
    assertThat(counts.ok() + counts.failedTotal()).isEqualTo(counts.started());
    assertThat(counts.latency().getTotalCount()).isEqualTo(counts.required());
  }

  @Test
  void shouldLetEachInstanceBeatOnceAPeriod() {
    FleetLoop loop = beating(10);
    driver.answerAtOnce(Operation.BEAT);
    advance(BEAT - 1);

    assertThat(driver.sent()).hasSize(10).doesNotHaveDuplicates();
    assertThat(observer.beats()).isEqualTo(10);
    Tally.Counts counts = loop.takeSecond().of(Operation.BEAT);
    assertThat(counts.required()).isEqualTo(10);
    assertBalanced(counts);
    assertThat(counts.latency().getMaxValue()).isLessThan(6_000L);
  }

  @Test
  void shouldLeaveOutWhatIsNotRegistered() {
    FleetLoop loop = loop(10, 1, beats(), new Slice(0, 1));
    loop.startTurns(now);
    open(loop, 2 * BEAT);
    advance(2 * BEAT);
    loop.stopTurns();

    assertThat(driver.sent()).isEmpty();
    assertThat(loop.takeSecond().of(Operation.BEAT).required()).isZero();
    assertThat(loop.judged().of(Operation.BEAT).required()).isZero();
  }

  @Test
  void shouldHaveOneCallOfAKindUnderWayAndMissTheSlotsMeanwhile() {
    FleetLoop loop = beating(1);
    long due = now;
    open(loop, 60_000);
    advance(1 + 3 * BEAT + 100);
    Call blocked = only(Operation.BEAT);
    assertThat(blocked.due).isEqualTo(due);
    assertThat(loop.takeSecond().of(Operation.BEAT).required()).isEqualTo(4);
    long end = now;
    driver.answer(blocked, ok());
    Tally.Counts counts = loop.judged().of(Operation.BEAT);

    assertThat(counts.ok()).isEqualTo(1);
    assertThat(counts.missed()).isEqualTo(3);
    assertBalanced(counts);
    for (int slot = 0; slot <= 3; slot++) {
      long micros = (end - due - slot * BEAT * MILLI) / 1000;
      assertThat(
              counts.latency().getCountBetweenValues(micros - micros / 500, micros + micros / 500))
          .as("a latency of %d us", micros)
          .isEqualTo(1);
    }
    advance(BEAT);
    assertThat(driver.held(Operation.BEAT)).hasSize(1);
  }

  @Test
  void shouldJudgeAMissedSlotByItsOwnDueTime() {
    FleetLoop loop = beating(1);
    advance(1);
    // The blocking call is due before the window, the slots that it costs lie within.
    open(loop, 2 * BEAT + 1000);
    advance(4 * BEAT);
    driver.answer(only(Operation.BEAT), ok());
    Tally.Counts counts = loop.judged().of(Operation.BEAT);

    assertThat(counts.ok()).isZero();
    assertThat(counts.missed()).isEqualTo(2);
    assertBalanced(counts);
  }

  @Test
  void shouldBeatLightlyOnceTheServerAllowsItAndNoLongerWhenItDoesNot() {
    beating(1);
    advance(1);
    driver.answer(only(Operation.BEAT), light());
    advance(BEAT);
    driver.answer(only(Operation.BEAT), ok());
    advance(BEAT);

    assertThat(driver.sent()).containsExactly("BEAT 0", "BEAT 0 light", "BEAT 0");
  }

  @Test
  void shouldRegisterAgainOnceWhenAServerHasForgotten() {
    FleetLoop loop = beating(1);
    advance(1);
    driver.answer(only(Operation.BEAT), light());
    driver.sent().clear();
    advance(BEAT);
    driver.answer(only(Operation.BEAT), unknown());
    advance(BEAT);

    assertThat(driver.sent()).containsExactly("BEAT 0 light", "REGISTER 0", "BEAT 0");
    assertThat(observer.notes()).containsExactly("lost 0", "changing 0", "registered 0");
    assertThat(loop.takeSecond().of(Operation.REGISTER).ok()).isEqualTo(1);
  }

  @Test
  void shouldNotRegisterAgainWhileThatIsUnderWay() {
    FleetLoop loop = loop(1, 1, beats(), new Slice(0, 1));
    loop.rollOut(Operation.REGISTER, slot -> now, now);
    advance(20);
    driver.answer(only(Operation.REGISTER), ok());
    loop.endRollout();
    loop.startTurns(now);
    advance(1);
    driver.answer(only(Operation.BEAT), unknown());
    advance(BEAT);
    driver.answer(only(Operation.BEAT), unknown());
    Call again = only(Operation.REGISTER);
    driver.answer(again, call -> call.failure = "http 500");
    assertThat(driver.held(Operation.REGISTER)).isEmpty();
    advance(BEAT);
    driver.answer(only(Operation.BEAT), unknown());

    assertThat(driver.held(Operation.REGISTER)).hasSize(1);
    assertThat(observer.notes()).filteredOn(note -> note.equals("lost 0")).hasSize(3);
  }

  @Test
  void shouldNotBringBackWhatIsBeingDeregistered() {
    FleetLoop loop = beating(1);
    advance(1);
    Call late = only(Operation.BEAT);
    loop.stopTurns();
    driver.answerAtOnce(Operation.DEREGISTER);
    loop.rollOut(Operation.DEREGISTER, slot -> now, now);
    advance(10);
    driver.answer(late, unknown());
    advance(10);

    assertThat(driver.sent()).containsExactly("BEAT 0", "DEREGISTER 0");
    assertThat(observer.notes()).containsExactly("changing 0", "deregistered 0");
  }

  @Test
  void shouldObeyTheIntervalThatTheServerAsksFor() {
    beating(1);
    advance(1);
    driver.answer(only(Operation.BEAT), interval(2000));
    driver.answerAtOnce(Operation.BEAT);
    driver.sent().clear();
    advance(BEAT + 3 * 2000);

    assertThat(driver.sent()).hasSize(4);
    assertThat(observer.notes()).containsExactly("beat every 2000");
  }

  /** Two servers of one cluster may disagree for a while. */
  @Test
  void shouldLetEveryInstanceBeatWhenServersAskForDifferentIntervals() {
    beating(20);
    Set<String> beaten = new HashSet<>();
    for (int i = 0; i < 2 * BEAT; i++) {
      advance(1);
      int interval = i % 2 == 0 ? 5000 : 6000;
      driver.held(Operation.BEAT).forEach(call -> driver.answer(call, interval(interval)));
    }
    beaten.addAll(driver.sent());

    assertThat(beaten).hasSize(20);
    assertThat(driver.sent().size()).isBetween(30, 45);
  }

  @Test
  void shouldJudgeLongPollsByWhenTheirAnswersAreDue() {
    LoopSettings settings = new LoopSettings(0, 0, 30_000 * MILLI, 0, Phase.HERD, 1, 4, 1);
    FleetLoop loop = loop(2, 2, settings, new Slice(0, 1));
    loop.startTurns(now);
    advance(10);
    // Begun before the window, due to be answered in it.
    loop.open(new Window(now, now + 29_000 * MILLI, 29_500 * MILLI));
    advance(29_490);
    driver.held(Operation.LISTEN).forEach(call -> driver.answer(call, ok()));
    assertThat(loop.judged().of(Operation.LISTEN).required()).isZero();

    loop.open(new Window(now, now + 60_000 * MILLI, 29_500 * MILLI));
    advance(30_000);
    driver.held(Operation.LISTEN).forEach(call -> driver.answer(call, ok()));
    assertThat(loop.judged().of(Operation.LISTEN).ok()).isEqualTo(2);
    assertBalanced(loop.judged().of(Operation.LISTEN));
  }

  @Test
  void shouldFailCallsThatAreUnansweredAtTheEnd() {
    FleetLoop loop = beating(4);
    open(loop, 60_000);
    advance(BEAT + 2000);
    loop.close();
    loop.close();
    Tally.Counts counts = loop.judged().of(Operation.BEAT);

    assertThat(counts.failed()).containsOnlyKeys(Driver.UNANSWERED);
    assertThat(counts.failedTotal()).isEqualTo(4);
    assertThat(counts.missed()).isEqualTo(2);
    assertBalanced(counts);
    assertThat(loop.callsUnderWay()).isZero();
    driver.sent().clear();
    advance(BEAT);
    assertThat(driver.sent()).isEmpty();
  }

  @Test
  void shouldMissSlotsThatTheGeneratorDidNotTakeInTime() {
    FleetLoop loop = beating(4);
    driver.answerAtOnce(Operation.BEAT);
    open(loop, 60_000);
    advance(1);
    // The loop sleeps over three slots and is stopped.
    now += 4000 * MILLI;
    loop.stopTurns();

    for (Tally tally : List.of(loop.judged(), loop.takeSecond())) {
      Tally.Counts counts = tally.of(Operation.BEAT);
      assertThat(counts.ok()).isEqualTo(1);
      assertThat(counts.missed()).isEqualTo(3);
      assertBalanced(counts);
    }
  }

  @Test
  void shouldMissSlotsUntilTheBlockingCallsEndAlsoAfterTheStop() {
    FleetLoop loop = beating(1);
    long due = now;
    open(loop, 60_000);
    advance(1);
    now += BEAT * MILLI;
    loop.stopTurns();
    advance(3000);
    driver.answer(only(Operation.BEAT), ok());
    Tally.Counts counts = loop.judged().of(Operation.BEAT);

    assertThat(counts.missed()).isEqualTo(1);
    assertBalanced(counts);
    long ofTheMissed = (now - due - BEAT * MILLI) / 1000;
    assertThat(counts.latency().getMinValue()).isBetween(ofTheMissed - 3_000, ofTheMissed);
  }

  @Test
  void shouldShowALateStartAsLag() {
    FleetLoop loop = beating(1);
    driver.answerAtOnce(Operation.BEAT);
    now += 300 * MILLI;
    advance(1);

    assertThat(loop.takeSecond().lag().getMaxValue()).isBetween(300_000L, 302_000L);
  }

  @Test
  void shouldTakeTheOldestSlotFirstWhateverItsKind() {
    LoopSettings both = new LoopSettings(1000 * MILLI, 1000 * MILLI, 0, 0, Phase.SPREAD, 1, 400, 1);
    FleetLoop loop = loop(400, 1, both, new Slice(0, 1));
    register(loop);
    loop.startTurns(now);
    now += 2000 * MILLI;
    advance(1);
    List<String> kinds = driver.sent().stream().map(sent -> sent.substring(0, 4)).toList();

    // Not all beats first.
    assertThat(kinds.subList(0, 100)).contains("LIST", "BEAT");
  }

  @Test
  void shouldNotCountARenewedLoginAsTheRolloutsOwn() {
    FleetLoop loop = loop(3, 1, beats(), new Slice(0, 1));
    loop.rollOut(Operation.REGISTER, slot -> now, now);
    advance(20);
    loop.login(1);
    driver.answer(only(Operation.LOGIN), ok());
    assertThat(loop.rolloutState().done()).isZero();
    driver.held(Operation.REGISTER).forEach(call -> driver.answer(call, ok()));

    assertThat(loop.rolloutState()).isEqualTo(new Rollout.State(3, true, null));
    assertThat(observer.notes()).contains("login 1");
  }

  @Test
  void shouldNotCountAnEarlierRolloutsCallAsTheNextOnes() {
    FleetLoop loop = loop(2, 1, beats(), new Slice(0, 1));
    loop.rollOut(Operation.REGISTER, slot -> now, now);
    advance(20);
    loop.endRollout();
    loop.rollOut(Operation.DEREGISTER, slot -> now, now);
    advance(20);
    driver.held(Operation.REGISTER).forEach(call -> driver.answer(call, ok()));
    assertThat(loop.rolloutState().done()).isZero();
    driver.held(Operation.DEREGISTER).forEach(call -> driver.answer(call, ok()));

    assertThat(loop.rolloutState()).isEqualTo(new Rollout.State(2, true, null));
  }

  @Test
  void shouldDeregisterOnlyWhatMayBeThere() {
    FleetLoop loop = loop(3, 1, beats(), new Slice(0, 1));
    loop.rollOut(Operation.REGISTER, slot -> slot == 0 ? now : now + 1000 * 1000 * MILLI, now);
    advance(20);
    driver.answer(only(Operation.REGISTER), call -> call.failure = "timed out");
    loop.rollOut(Operation.DEREGISTER, slot -> now, now);
    advance(20);

    assertThat(driver.held(Operation.DEREGISTER)).hasSize(1);
    assertThat(loop.rolloutState().done()).isEqualTo(2);
  }

  @Test
  void shouldReadACellWholeWhenTheObserverDoubtsIt() {
    LoopSettings lists = new LoopSettings(0, 10_000 * MILLI, 0, 0, Phase.SPREAD, 2, 10, 1);
    FleetLoop loop = loop(1, 1, lists, new Slice(0, 1));
    register(loop);
    loop.startTurns(now);
    observer.wantIdentity();
    advance(1);
    driver.answer(only(Operation.LIST), call -> call.server = 1);
    Call sweep = only(Operation.SWEEP);
    assertThat(sweep.prescribedServer).isEqualTo(1);
    assertThat(sweep.wantsBody).isTrue();
    driver.answer(sweep, ok());

    assertThat(observer.notes()).containsExactly("swept 0 on 1");
  }

  @Test
  void shouldLetTheFirstLoopAloneScrapeEveryNode() {
    LoopSettings scrapes = new LoopSettings(0, 0, 0, 15_000 * MILLI, Phase.SPREAD, 3, 10, 1);
    FleetLoop first = loop(4, 2, scrapes, new Slice(0, 2));
    driver.answerAtOnce(Operation.SCRAPE);
    first.startTurns(now);
    advance(14_999);
    assertThat(observer.notes()).containsExactlyInAnyOrder("scraped 0", "scraped 1", "scraped 2");

    FleetLoop second = loop(4, 2, scrapes, new Slice(1, 2));
    second.startTurns(now);
    advance(15_000);
    assertThat(driver.sent()).isEmpty();
  }

  @Test
  void shouldDivideInstancesAndServicesAmongLoops() {
    LoopSettings settings =
        new LoopSettings(BEAT * MILLI, 0, BEAT * MILLI, 0, Phase.SPREAD, 1, 100, 1);
    Set<String> all = new HashSet<>();
    for (int index = 0; index < 2; index++) {
      FleetLoop loop = loop(7, 3, settings, new Slice(index, 2));
      register(loop);
      loop.startTurns(now);
      advance(BEAT - 1);
      assertThat(all).doesNotContainAnyElementsOf(driver.sent());
      all.addAll(driver.sent());
      loop.close();
    }

    assertThat(all).hasSize(7 + 3);
  }

  @Test
  void shouldNotAskForMetricsAgainWhenTheyAreRefused() {
    LoopSettings scrapes = new LoopSettings(0, 0, 0, 15_000 * MILLI, Phase.SPREAD, 1, 10, 1);
    FleetLoop loop = loop(4, 2, scrapes, new Slice(0, 1));
    loop.startTurns(now);
    advance(1);
    driver.answer(only(Operation.SCRAPE), call -> call.failure = "http 404");
    advance(60_000);

    assertThat(observer.notes()).containsExactly("scrapes refused: http 404");
    assertThat(driver.sent()).hasSize(1);
  }

  @Test
  void shouldTellOfAFaultOfItsOwnInsteadOfFallingSilent() {
    FleetLoop loop = beating(1);
    observer.failOnLosses(new IllegalArgumentException("a bug"));
    advance(1);
    driver.answer(only(Operation.BEAT), unknown());

    assertThatThrownBy(loop::takeSecond).hasRootCauseMessage("a bug");
  }

  @Test
  void shouldLetTheDriverExpireCallsTwiceASecond() {
    beating(1);
    int before = driver.expiries();
    advance(10_000);

    assertThat(driver.expiries() - before).isBetween(18, 20);
  }

  /** Whenever answers come, or do not: each slot of the window meets its fate exactly once. */
  @Property(tries = 50)
  void shouldBalanceItsBooksWhateverHappens(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LoopSettings settings =
        new LoopSettings(100 * MILLI, 170 * MILLI, 300 * MILLI, 0, Phase.SPREAD, 1, 50, seed);
    FleetLoop loop = loop(20, 5, settings, new Slice(0, 1));
    register(loop);
    loop.startTurns(now);
    advance(random.nextInt(100));
    open(loop, 900);
    for (int i = 0; i < 1000; i++) {
      advance(1);
      if (random.nextInt(50) == 0) {
        now += random.nextInt(100) * MILLI;
      }
      for (Operation operation : List.of(Operation.BEAT, Operation.LIST, Operation.LISTEN)) {
        for (Call call : driver.held(operation)) {
          if (random.nextInt(80) == 0) {
            String failure = random.nextInt(4) == 0 ? "http 500" : null;
            driver.answer(call, c -> c.failure = failure);
          }
        }
      }
    }
    loop.close();

    // 900 ms of 20 instances' beats and lists, and of 5 services' polls: all slots are accounted.
    Tally judged = loop.judged();
    assertThat(judged.of(Operation.BEAT).required()).isBetween(179L, 181L);
    assertThat(judged.of(Operation.LIST).required()).isBetween(105L, 107L);
    assertThat(judged.of(Operation.LISTEN).required()).isEqualTo(15);
    for (Operation operation : Operation.values()) {
      assertBalanced(judged.of(operation));
    }
  }
}
