package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which calls an event loop offers when, and what becomes of each arrival. */
class OfferedLoadTest extends OnOneLoop {

  @Test
  void shouldLetEachInstanceBeatOnceAPeriod() {
    FleetLoop loop = beating(10);
    driver.answerAtOnce(Operation.BEAT);
    advance(BEAT - 1);

    assertThat(driver.sent()).hasSize(10).doesNotHaveDuplicates();
    assertThat(observer.beats()).isEqualTo(10);
    OperationStats counts = loop.takeSecond().of(Operation.BEAT);
    assertThat(counts.count(OperationCount.REQUIRED)).isEqualTo(10);
    assertBalanced(counts);
    assertThat(counts.histogram(LatencyPart.LATENCY).getMaxValue()).isLessThan(6_000L);
  }

  @Test
  void shouldRequireNoListsWhenTheyWereStopped() {
    FleetLoop loop = running(10, 1, new LoopBuilder().beat(BEAT).list(BEAT));
    // The loop stands still for half a period.
    now += BEAT / 2 * MILLI;
    loop.stopLists();
    advance(BEAT / 2 - 1);

    RunStats second = loop.takeSecond();
    assertThat(second.of(Operation.BEAT).count(OperationCount.REQUIRED)).isEqualTo(10);
    assertThat(second.of(Operation.LIST).count(OperationCount.REQUIRED)).isBetween(5L, 6L);
    assertThat(second.of(Operation.LIST).count(OperationCount.SKIPPED)).isBetween(5L, 6L);
    assertThat(driver.sent()).noneMatch(call -> call.startsWith("LIST"));
  }

  /** Over gRPC a list spares the health check that falls due in the 5 s after it. */
  @Test
  void shouldSpreadListsSoThatTheySpareFewHealthChecksAtOnce() {
    FleetLoop loop = running(1_000, 100, new LoopBuilder().beat(BEAT).list(2 * BEAT));
    advance(2 * BEAT);
    Map<Integer, Long> lists =
        driver.calls(Operation.LIST).stream().collect(Collectors.toMap(c -> c.actor, c -> c.due));

    long sparedFirst =
        driver.calls(Operation.BEAT).stream()
            .filter(
                beat ->
                    Math.floorMod(beat.due - lists.get(beat.actor), 2 * BEAT * MILLI)
                        < BEAT * MILLI)
            .count();

    assertThat(lists).hasSize(1_000);
    assertThat(sparedFirst).isBetween(480L, 520L);
  }

  @Test
  void shouldEndAnOutageWithAListWhenListsCountAsBeats() {
    FleetLoop loop = loop(1, 1, new LoopBuilder().beat(BEAT).list(BEAT).burst());
    driver.keepAliveByEveryCall();
    running(loop);
    advance(1);
    driver.answer(only(Operation.BEAT), failed("timed out"));
    assertThat(count(loop.takeSecond(), Operation.BEAT, OperationCount.UNSERVED)).isEqualTo(1);
    driver.answer(only(Operation.LIST), ok());

    assertThat(count(loop.takeSecond(), Operation.BEAT, OperationCount.UNSERVED)).isZero();
  }

  @Test
  void shouldCallForNoInstanceThatIsNotRegistered() {
    FleetLoop loop = loop(10, 1, beats());
    loop.startLoad(now);
    open(loop, 2 * BEAT);
    advance(2 * BEAT);
    loop.stopLoad();

    assertThat(driver.sent()).isEmpty();
    assertThat(count(loop.takeSecond(), Operation.BEAT, OperationCount.REQUIRED)).isZero();
    assertThat(count(loop.stats.measured(), Operation.BEAT, OperationCount.REQUIRED)).isZero();
  }

  @Test
  void shouldSkipTheSlotsThatABlockedCallCosts() {
    FleetLoop loop = beating(1);
    long due = now;
    open(loop, 60_000);
    advance(1 + 3 * BEAT + 100);
    Call blocked = only(Operation.BEAT);
    assertThat(blocked.due).isEqualTo(due);
    assertThat(count(loop.takeSecond(), Operation.BEAT, OperationCount.REQUIRED)).isEqualTo(4);
    long end = now;
    driver.answer(blocked, ok());
    OperationStats counts = loop.stats.measured().of(Operation.BEAT);

    assertThat(counts.count(OperationCount.OK)).isEqualTo(1);
    assertThat(counts.count(OperationCount.SKIPPED)).isEqualTo(3);
    assertBalanced(counts);
    for (int arrival = 0; arrival <= 3; arrival++) {
      long micros = (end - due - arrival * BEAT * MILLI) / 1000;
      assertThat(
              counts
                  .histogram(LatencyPart.LATENCY)
                  .getCountBetweenValues(micros - micros / 500, micros + micros / 500))
          .as("a latency of %d us", micros)
          .isEqualTo(1);
    }
    advance(BEAT);
    assertThat(driver.calls(Operation.BEAT)).hasSize(1);
  }

  @Test
  void shouldSkipOnlyTheSlotsWithinTheWindow() {
    FleetLoop loop = beating(1);
    advance(1 + BEAT + 100);
    open(loop, 60_000);
    advance(2 * BEAT);
    driver.answer(only(Operation.BEAT), ok());

    OperationStats counts = loop.stats.measured().of(Operation.BEAT);
    assertThat(counts.count(OperationCount.OK)).isZero();
    assertThat(counts.count(OperationCount.SKIPPED)).isEqualTo(2);
  }

  @Test
  void shouldStartTheNextLongPollAtOnceWhenTheLastEndsSoonAfterItsSlot() {
    FleetLoop loop = loop(1, 1, new LoopBuilder().listen(30_000).burst());
    loop.startLoad(now);
    loop.stats.open(new MeasurementWindow(now, now + 300_000 * MILLI, 29_500 * MILLI));
    advance(33_000);
    driver.answer(only(Operation.LISTEN), ok());
    long resumed = now;
    advance(1);

    assertThat(only(Operation.LISTEN).due).isEqualTo(resumed);
    advance(27_100);
    driver.answer(only(Operation.LISTEN), ok());
    OperationStats counts = loop.stats.measured().of(Operation.LISTEN);
    assertThat(counts.count(OperationCount.OK)).isEqualTo(2);
    assertThat(counts.count(OperationCount.SKIPPED)).isZero();
  }

  @Test
  void shouldSkipTheSlotOfALongPollWhenTheLastEndsTooLate() {
    FleetLoop loop = loop(1, 1, new LoopBuilder().listen(30_000).burst());
    loop.startLoad(now);
    loop.stats.open(new MeasurementWindow(now, now + 300_000 * MILLI, 29_500 * MILLI));
    advance(33_100);
    driver.answer(only(Operation.LISTEN), ok());

    assertThat(count(loop.stats.measured(), Operation.LISTEN, OperationCount.SKIPPED)).isEqualTo(1);
    assertThat(driver.calls(Operation.LISTEN)).isEmpty();
  }

  @Test
  void shouldSkipSlotsThatTheGeneratorMissed() {
    FleetLoop loop = beating(4);
    driver.answerAtOnce(Operation.BEAT);
    open(loop, 60_000);
    advance(1);
    // The loop sleeps over three arrivals and is stopped.
    now += 4000 * MILLI;
    loop.stopLoad();

    for (RunStats tally : List.of(loop.stats.measured(), loop.takeSecond())) {
      OperationStats counts = tally.of(Operation.BEAT);
      assertThat(counts.count(OperationCount.OK)).isEqualTo(1);
      assertThat(counts.count(OperationCount.SKIPPED)).isEqualTo(3);
      assertBalanced(counts);
    }
  }

  @Test
  void shouldSkipSlotsUntilABlockedCallEndsEvenAfterTheStop() {
    FleetLoop loop = beating(1);
    long due = now;
    open(loop, 60_000);
    advance(1);
    now += BEAT * MILLI;
    loop.stopLoad();
    advance(3000);
    driver.answer(only(Operation.BEAT), ok());
    OperationStats counts = loop.stats.measured().of(Operation.BEAT);

    assertThat(counts.count(OperationCount.SKIPPED)).isEqualTo(1);
    assertBalanced(counts);
    long ofTheMissed = (now - due - BEAT * MILLI) / 1000;
    assertThat(counts.histogram(LatencyPart.LATENCY).getMinValue())
        .isBetween(ofTheMissed - 3_000, ofTheMissed);
  }

  @Test
  void shouldTakeTheOldestSlotFirstWhateverItsKind() {
    FleetLoop loop = running(400, 1, new LoopBuilder().beat(1000).list(1000));
    now += 2000 * MILLI;
    advance(1);
    List<String> kinds = driver.sent().stream().map(sent -> sent.substring(0, 4)).toList();

    // Not all beats first.
    assertThat(kinds.subList(0, 100)).contains("LIST", "BEAT");
  }

  @Test
  void shouldKeepScrapingNodesThatDoNotRefuse() {
    FleetLoop loop = loop(4, 2, new LoopBuilder().scrape(15_000).nodes(3));
    driver.hold(Operation.SCRAPE);
    loop.startLoad(now);
    advance(15_000);
    driver
        .calls(Operation.SCRAPE)
        .forEach(
            call ->
                driver.answer(
                    call, each -> each.failure = each.prescribedServer == 1 ? "http 404" : null));
    driver.answerAtOnce(Operation.SCRAPE);
    observer.notes().clear();
    advance(15_000);

    assertThat(observer.notes()).containsExactlyInAnyOrder("scraped 0", "scraped 2");
  }

  @Test
  void shouldScrapeEveryNodeFromTheFirstLoopOnly() {
    LoopBuilder scrapes = new LoopBuilder().scrape(15_000).nodes(3);
    FleetLoop first = loop(4, 2, scrapes, 0, 2);
    driver.answerAtOnce(Operation.SCRAPE);
    first.startLoad(now);
    advance(14_999);
    assertThat(observer.notes()).containsExactlyInAnyOrder("scraped 0", "scraped 1", "scraped 2");

    FleetLoop second = loop(4, 2, scrapes, 1, 2);
    second.startLoad(now);
    advance(15_000);
    assertThat(driver.sent()).isEmpty();
  }

  @Test
  void shouldDivideInstancesAndServicesAmongLoops() {
    LoopBuilder settings = new LoopBuilder().beat(BEAT).listen(BEAT);
    Set<String> all = new HashSet<>();
    for (int index = 0; index < 2; index++) {
      FleetLoop loop = running(loop(7, 3, settings, index, 2));
      advance(BEAT - 1);
      assertThat(all).doesNotContainAnyElementsOf(driver.sent());
      all.addAll(driver.sent());
      loop.close();
    }

    assertThat(all).hasSize(7 + 3);
  }

  private static ServiceClass of(String name, int services, Double subscribes, Double beatSeconds) {
    return ServiceClass.plain(name, Map.of(10, services))
        .withSubscribes(subscribes)
        .withBeatSeconds(beatSeconds);
  }

  private static Fleet fleet(ServiceClass... classes) {
    return Workloads.fleet(new Traffic("test", List.of(classes)));
  }

  @Test
  void shouldBeatAsOftenAsEachClassDoes() {
    Fleet fleet = fleet(of("usual", 2, null, null), of("slow", 3, null, 15.0));
    FleetLoop loop = loop(fleet, beats());
    register(loop);
    driver.answerAtOnce(Operation.BEAT);
    loop.startLoad(now);
    advance(6 * BEAT - 1);
    Map<String, Long> beats =
        driver.sent().stream().collect(Collectors.groupingBy(sent -> sent, Collectors.counting()));

    assertThat(beats).hasSize(50);
    beats.forEach(
        (sent, times) -> {
          int instance = Integer.parseInt(sent.substring("BEAT ".length()));
          boolean slow = fleet.classOf(fleet.serviceOf(instance)).name().equals("slow");
          assertThat(times).as(sent).isEqualTo(slow ? 2 : 6);
        });
    assertBalanced(loop.takeSecond().of(Operation.BEAT));
  }

  @Test
  void shouldSpreadTheBeatsOfASlowClassOverItsPeriod() {
    FleetLoop loop = loop(fleet(of("usual", 1, null, null), of("slow", 30, null, 15.0)), beats());
    register(loop);
    driver.answerAtOnce(Operation.BEAT);
    loop.startLoad(now);
    for (int round = 0; round < 3; round++) {
      driver.sent().clear();
      advance(BEAT);

      assertThat(driver.sent()).as("10 usual ones, a third of 300").hasSizeBetween(100, 120);
    }
  }

  @Test
  void shouldBeatAllAtOnceInABurst() {
    FleetLoop loop =
        loop(
            fleet(of("usual", 1, null, null), of("slow", 1, null, 10.0)),
            new LoopBuilder().beat(BEAT).burst());
    register(loop);
    driver.answerAtOnce(Operation.BEAT);
    loop.startLoad(now);
    advance(10);
    assertThat(driver.sent()).hasSize(20);
    driver.sent().clear();
    advance(BEAT);

    assertThat(driver.sent()).hasSize(10);
  }

  @Test
  void shouldListEachServiceOfAnInstanceOnceAPeriod() {
    Fleet fleet = fleet(of("three", 2, 3.0, null), of("one", 2, null, null));
    FleetLoop loop = running(fleet, new LoopBuilder().list(2 * BEAT));
    advance(2 * BEAT - 1);
    Map<Integer, Set<Integer>> services =
        driver.calls(Operation.LIST).stream()
            .collect(
                Collectors.groupingBy(
                    call -> call.actor,
                    Collectors.mapping(call -> call.service, Collectors.toSet())));

    assertThat(driver.calls(Operation.LIST)).hasSize(20 * 3 + 20);
    services.forEach(
        (instance, listed) -> {
          int own = fleet.serviceOf(instance);
          assertThat(listed)
              .hasSize(fleet.classOf(own).name().equals("three") ? 3 : 1)
              .contains(own);
        });
    driver.answerAtOnce(Operation.LIST);
    driver.answerAll(Operation.LIST, ok());
    advance(2 * BEAT);
    assertThat(count(loop.takeSecond(), Operation.LIST, OperationCount.REQUIRED)).isEqualTo(160);
  }
}
