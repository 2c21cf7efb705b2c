package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.WaveCount;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What waves do to the instances of one event loop. */
class WaveLoopTest extends OnOneLoop {

  private static final long SECOND = 1000;
  private static final int INSTANCES = 10;

  private final RunStats all = new RunStats(List.of("node0"));
  private FleetLoop loop;

  private static Wave all(Wave.Kind kind, Double absent) {
    return new Wave(1, kind, List.of(), 1, null, absent, null);
  }

  /** Ten instances of one service, all registered; the waves begin at once. */
  private void start(Wave... waves) {
    Traffic traffic =
        new Traffic(
            "test", List.of(ServiceClass.plain("all", Map.of(10, 1))), null, null, List.of(waves));
    loop = loop(Workloads.fleet(traffic), beats().list(2 * BEAT).listen(30_000).waves(traffic));
    register(loop);
    for (Operation operation : List.of(Operation.BEAT, Operation.LIST, Operation.DEREGISTER)) {
      driver.answerAtOnce(operation);
    }
    loop.startLoad(now);
    loop.instances.beginWaves(now);
  }

  private long count(WaveCount figure) {
    all.append(loop.takeSecond());
    return all.wave(0).count(figure);
  }

  private long count(int wave, WaveCount figure) {
    all.append(loop.takeSecond());
    return all.wave(wave).count(figure);
  }

  private long calls(Operation operation) {
    all.append(loop.takeSecond());
    return all.of(operation).count(OperationCount.REQUIRED);
  }

  @Test
  void shouldNotCallForInstancesThatAreAway() {
    start(all(Wave.Kind.DEPLOY, 60.0));
    advance(2 * SECOND);
    assertThat(count(WaveCount.LEFT)).isEqualTo(INSTANCES);
    long beats = calls(Operation.BEAT);
    long lists = calls(Operation.LIST);
    long listens = calls(Operation.LISTEN);

    advance(58 * SECOND);

    assertThat(calls(Operation.BEAT)).isEqualTo(beats);
    assertThat(calls(Operation.LIST)).isEqualTo(lists);
    assertThat(calls(Operation.LISTEN)).isEqualTo(listens);
    assertThat(all.of(Operation.BEAT).count(OperationCount.SKIPPED)).isZero();
    assertThat(count(WaveCount.BACK)).isZero();

    advance(10 * SECOND);
    assertThat(count(WaveCount.BACK)).isEqualTo(INSTANCES);
    assertThat(calls(Operation.BEAT)).isGreaterThan(beats);
    assertThat(count(WaveCount.UNFINISHED)).isZero();
    assertThat(all.wave(0).count(WaveCount.FIRST_MS)).isBetween(1000L, 1010L);
    assertThat(all.wave(0).count(WaveCount.LAST_MS)).isBetween(61_000L, 61_020L);
  }

  @Test
  void shouldBeatInFullAfterItsReturn() {
    start(all(Wave.Kind.DEPLOY, 5.0));
    driver.hold(Operation.BEAT);
    advance(SECOND / 2);
    driver
        .calls(Operation.BEAT)
        .forEach(call -> driver.answer(call, c -> ((BeatCall) c).lightAllowed = true));
    driver.answerAtOnce(Operation.BEAT);
    advance(2 * SECOND);
    driver.sent().clear();
    advance(10 * SECOND);

    assertThat(driver.sent()).filteredOn(sent -> sent.startsWith("BEAT")).isNotEmpty();
    assertThat(driver.sent()).noneMatch(sent -> sent.endsWith("light"));
  }

  @Test
  void shouldMeasureAReturnFromItsRegistrationDespiteALogin() {
    start(all(Wave.Kind.DEPLOY, 1.0), new Wave(4, Wave.Kind.LOGIN, List.of(), 1, null, null, null));
    driver.hold(Operation.REGISTER);
    advance(6 * SECOND);
    driver.answerAll(Operation.REGISTER, ok());
    advance(SECOND);

    assertThat(count(0, WaveCount.SLOWEST_RETURN_MS)).isBetween(3_800L, 4_200L);
    assertThat(all.wave(1).count(WaveCount.UNFINISHED)).isZero();
    assertThat(all.wave(1).count(WaveCount.LEFT)).isZero();
  }

  @Test
  void shouldEndADeploymentWhenAScalingTakesOver() {
    start(all(Wave.Kind.DEPLOY, 1.0), Workloads.scale(3, 0));
    driver.hold(Operation.DEREGISTER);
    advance(4 * SECOND);
    driver.answerAll(Operation.DEREGISTER, ok());
    advance(2 * SECOND);

    assertThat(count(0, WaveCount.UNFINISHED)).isZero();
    assertThat(all.wave(1).count(WaveCount.UNFINISHED)).isZero();
    assertThat(all.wave(1).count(WaveCount.LEFT)).isEqualTo(INSTANCES);
    assertThat(all.wave(0).count(WaveCount.BACK)).isZero();
  }

  @Test
  void shouldEndEachScalingOnceWhenTheSecondReversesTheFirst() {
    start(Workloads.scale(1, 0), Workloads.scale(3, 1));
    driver.hold(Operation.DEREGISTER);
    advance(4 * SECOND);
    driver.answerAll(Operation.DEREGISTER, ok());
    advance(2 * SECOND);

    assertThat(count(0, WaveCount.UNFINISHED)).isZero();
    assertThat(all.wave(1).count(WaveCount.UNFINISHED)).isZero();
    assertThat(all.wave(1).count(WaveCount.BACK)).isEqualTo(INSTANCES);
  }

  /** Else the beat could bring back what has just deregistered. */
  @Test
  void shouldDeregisterOnlyOnceItsBeatHasEnded() {
    start(all(Wave.Kind.DEPLOY, 5.0));
    driver.hold(Operation.BEAT);
    advance(900);
    List<Call> beats = driver.calls(Operation.BEAT);
    assertThat(beats).isNotEmpty();
    int waiting = beats.get(0).actor;

    advance(2 * SECOND);
    assertThat(observer.notes()).doesNotContain("changing " + waiting);
    driver.answer(beats.get(0), ok());
    advance(10);

    assertThat(observer.notes()).contains("deregistered " + waiting);
  }

  @Test
  void shouldCountItsAbsenceFromItsDeregistration() {
    start(all(Wave.Kind.DEPLOY, 5.0));
    driver.hold(Operation.DEREGISTER);
    advance(4 * SECOND);
    driver.answerAll(Operation.DEREGISTER, ok());
    advance(4 * SECOND);
    assertThat(count(WaveCount.BACK)).isZero();
    advance(2 * SECOND);

    assertThat(count(WaveCount.BACK)).isEqualTo(INSTANCES);
  }

  @Test
  void shouldVanishAndComeBackWhenItsDeregistrationFails() {
    start(all(Wave.Kind.DEPLOY, 5.0));
    driver.hold(Operation.DEREGISTER);
    advance(2 * SECOND);
    driver.answerAll(Operation.DEREGISTER, failed("http 500"));
    assertThat(observer.notes()).contains("vanished 3");
    assertThat(count(WaveCount.LEFT)).isEqualTo(INSTANCES);
    assertThat(count(WaveCount.FAILED)).isEqualTo(INSTANCES);

    advance(10 * SECOND);
    assertThat(count(WaveCount.BACK)).isEqualTo(INSTANCES);
  }

  @Test
  void shouldTryToComeBackUntilItIsRegistered() {
    start(Workloads.crash(1, 1, 5.0));
    driver.hold(Operation.REGISTER);
    advance(7 * SECOND);
    assertThat(observer.notes()).contains("vanished 3").doesNotContain("deregistered 3");
    int failed = driver.calls(Operation.REGISTER).size();
    driver.answerAll(Operation.REGISTER, failed("http 500"));
    driver.answerAtOnce(Operation.REGISTER);
    advance(10 * SECOND);

    assertThat(count(WaveCount.FAILED)).isEqualTo(failed).isPositive();
    assertThat(count(WaveCount.BACK)).isEqualTo(INSTANCES);
  }

  @Test
  void shouldSkipInstancesThatAreAwayAlready() {
    start(Workloads.crash(1, 1, 20.0), Workloads.crash(5, 1, 1));
    advance(10 * SECOND);
    count(WaveCount.LEFT);
    assertThat(all.wave(1).count(WaveCount.INSTANCES)).isEqualTo(INSTANCES);
    assertThat(all.wave(1).count(WaveCount.LEFT)).isZero();
    assertThat(all.wave(1).count(WaveCount.UNFINISHED)).isZero();
    assertThat(all.wave(0).count(WaveCount.BACK)).isZero();

    advance(15 * SECOND);
    assertThat(count(WaveCount.BACK)).isEqualTo(INSTANCES);
  }

  @Test
  void shouldLogEveryClientInAndRetryAfterFiveSeconds() {
    start(all(Wave.Kind.LOGIN, null));
    advance(2 * SECOND);
    assertThat(driver.calls(Operation.LOGIN)).hasSize(INSTANCES);
    driver.answer(driver.calls(Operation.LOGIN).get(0), failed("http 500"));
    driver.answerAll(Operation.LOGIN, ok());
    assertThat(count(WaveCount.BACK)).isEqualTo(INSTANCES - 1);
    assertThat(count(WaveCount.FAILED)).isEqualTo(1);
    advance(4 * SECOND);
    assertThat(driver.calls(Operation.LOGIN)).isEmpty();

    advance(2 * SECOND);
    driver.answer(only(Operation.LOGIN), ok());

    assertThat(count(WaveCount.BACK)).isEqualTo(INSTANCES);
    assertThat(count(WaveCount.UNFINISHED)).isZero();
    assertThat(observer.notes()).doesNotContain("login 0 failed");
  }

  @Test
  void shouldLeaveNobodyBehindWhenTheLoadEndsDuringAWave() {
    start(Workloads.crash(1, 1, 60.0));
    advance(2 * SECOND);
    loop.stopLoad();
    observer.notes().clear();
    ramp(loop, Operation.DEREGISTER);
    advance(100);

    assertThat(loop.instances.rampState().finished()).isTrue();
    assertThat(observer.notes()).contains("deregistered 3");
    advance(120 * SECOND);
    assertThat(count(WaveCount.BACK)).isZero();
  }
}
