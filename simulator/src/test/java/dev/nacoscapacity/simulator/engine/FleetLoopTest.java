package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** How an event loop keeps going, and how it ends. */
class FleetLoopTest extends OnOneLoop {

  @Test
  void shouldLetTheDriverExpireCallsTwiceASecond() {
    beating(1);
    int before = driver.expiries();
    advance(10_000);

    assertThat(driver.expiries() - before).isBetween(18, 20);
  }

  @Test
  void shouldReadAnswersBeforeItExpiresCallsAfterAStall() {
    beating(1);
    driver.answerAtOnce(Operation.BEAT);
    advance(BEAT + 10);
    int before = driver.expiries();
    driver.sent().clear();
    now += 10_000 * MILLI;
    for (int milli = 0; milli < 20 && driver.sent().isEmpty(); milli++) {
      advance(1);
    }
    assertThat(driver.sent()).as("it went on").isNotEmpty();
    assertThat(driver.expiries()).isEqualTo(before);
    advance(20);
    assertThat(driver.expiries()).isEqualTo(before + 1);
  }

  @Test
  void shouldExpireCallsHoweverLateItIs() {
    beating(1);
    int before = driver.expiries();
    for (int time = 0; time < 10; time++) {
      now += 1000 * MILLI;
      advance(10);
    }

    assertThat(driver.expiries() - before).isGreaterThanOrEqualTo(4);
  }

  @Test
  void shouldFailCallsThatAreUnansweredAtTheEnd() {
    FleetLoop loop = beating(4);
    open(loop, 60_000);
    advance(BEAT + 2000);
    loop.close();
    loop.close();
    OperationStats counts = loop.stats.measured().of(Operation.BEAT);

    assertThat(counts.failures()).containsOnlyKeys(Driver.UNANSWERED);
    assertThat(counts.count(OperationCount.FAILED)).isEqualTo(4);
    assertThat(counts.count(OperationCount.SKIPPED)).isEqualTo(2);
    assertBalanced(counts);
    assertThat(loop.caller.callsUnderWay()).isZero();
    driver.sent().clear();
    advance(BEAT);
    assertThat(driver.sent()).isEmpty();
  }

  @Test
  void shouldReportItsOwnFaultsInsteadOfFallingSilent() {
    Error inAnAnswer = new StackOverflowError("too deep");
    FleetLoop loop = beating(1);
    observer.onLoss(() -> raise(inAnAnswer));
    advance(1);
    driver.answer(only(Operation.BEAT), unknownInstance());
    assertThatThrownBy(loop::takeSecond).hasRootCause(inAnAnswer);
  }

  @Test
  void shouldReportItsOwnFaultsInEventsThatEndNoCall() {
    Error inAPush = new OutOfMemoryError("no heap");
    FleetLoop loop = beating(1);
    observer.onPush(() -> raise(inAPush));
    driver.push(0, 0);
    assertThatThrownBy(loop::takeSecond).hasRootCause(inAPush);
  }

  private static void raise(Error fault) {
    throw fault;
  }

  /**
   * As NamingGrpcRedoService of nacos-client 2.5.1, which looks each 3 s from the client's start.
   */
  @Test
  void shouldRegisterAndSubscribeAgainWhenTheClientNextLooks() {
    subscribing();
    advance(4000 - 20);
    driver.disconnect(0);
    advance(1900);

    assertThat(driver.sent()).containsExactly("CONNECT 0");

    advance(150);
    assertThat(driver.sent()).containsExactly("CONNECT 0", "REGISTER 0", "SUBSCRIBE 0");
  }

  @Test
  void shouldTryAgainOnTheSameConnectionWhenItIsRefused() {
    subscribing();
    driver.disconnect(0);
    driver.hold(Operation.REGISTER);
    advance(3000);
    driver.answer(only(Operation.REGISTER), failed("500"));
    advance(2900);
    assertThat(driver.sent()).containsExactly("CONNECT 0", "REGISTER 0");

    advance(150);
    assertThat(driver.sent()).containsExactly("CONNECT 0", "REGISTER 0", "REGISTER 0");
  }

  @Test
  void shouldSubscribeAgainWhenTheClientNextLooks() {
    subscribing();
    driver.hold(Operation.SUBSCRIBE);
    driver.disconnect(0);
    advance(4000);
    driver.answer(only(Operation.SUBSCRIBE), failed("timed out"));
    driver.sent().clear();
    advance(1900);
    assertThat(driver.sent()).isEmpty();

    advance(150);
    assertThat(driver.sent()).containsExactly("SUBSCRIBE 0");
  }

  @Test
  void shouldWaitForItsConnectionBeforeItRegistersAgain() {
    subscribing();
    driver.disconnect(0);
    driver.hold(Operation.CONNECT);
    advance(4000);
    driver.answer(only(Operation.CONNECT), ok());
    advance(1900);
    assertThat(driver.sent()).containsExactly("CONNECT 0");

    advance(150);
    assertThat(driver.sent()).contains("REGISTER 0");
  }

  /** An instance over gRPC has just connected, registered and subscribed. */
  private void subscribing() {
    FleetLoop loop = loop(1, 1, new LoopBuilder().beat(60_000).admissions(1_000).subscribing(1));
    driver.unconnected(0);
    driver.answerAtOnce(Operation.CONNECT);
    driver.answerAtOnce(Operation.SUBSCRIBE);
    loop.startLoad(now);
    register(loop);
  }

  /** The ramp alone could use every admission there is. */
  @Test
  void shouldReconnectClientsDuringTheRamp() {
    FleetLoop loop = loop(1000, 1, beats().admissions(20).subscribing(0));
    driver.answerAtOnce(Operation.REGISTER);
    loop.startLoad(now);
    ramp(loop, Operation.REGISTER);
    advance(500);
    int before = loop.instances.rampState().completed();
    for (int actor = 1; actor < 6; actor++) {
      driver.disconnect(actor);
    }
    advance(2000);

    assertThat(driver.sent()).contains("CONNECT 1", "CONNECT 2", "CONNECT 5");
    assertThat(loop.instances.rampState().completed()).isGreaterThan(before + 5);
  }

  @Test
  void shouldReadMoreSlowlyWhileItsLoadGoesOn() {
    FleetLoop loop = loop(1000, 1000, new LoopBuilder().reads(100, 1000));
    loop.startLoad(now);
    sweepAll(loop);
    advance(1000);
    assertThat(driver.calls(Operation.SWEEP)).hasSizeBetween(90, 110);
    loop.stopLoad();
    sweepAll(loop);
    advance(500);
    assertThat(driver.calls(Operation.SWEEP)).hasSizeBetween(550, 620);
  }

  private static void sweepAll(FleetLoop loop) {
    for (int service = 0; service < 1000; service++) {
      loop.sweep(new Sweeper.Read(service, 0));
    }
  }

  @Test
  void shouldIgnoreShortagesOnceTheFleetLeaves() {
    FleetLoop loop = beating(2);
    advance(BEAT);
    driver.answer(driver.calls(Operation.BEAT).get(0), failed(Driver.NO_PORT));
    loop.stopLoad();
    ramp(loop, Operation.DEREGISTER);
    advance(20);
    driver.answer(driver.calls(Operation.DEREGISTER).get(0), failed(Driver.NO_DESCRIPTOR));

    assertThat(loop.takeSecond().shortages()).containsOnlyKeys(Driver.NO_PORT);
  }

  /** Whenever answers come, or do not: each arrival of the window meets its fate exactly once. */
  @Property(tries = 50, seed = "1")
  void shouldBalanceItsBooksWhateverHappens(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FleetLoop loop = running(20, 5, new LoopBuilder().beat(100).list(170).listen(300).seed(seed));
    advance(random.nextInt(100));
    open(loop, 900);
    for (int i = 0; i < 1000; i++) {
      advance(1);
      if (random.nextInt(50) == 0) {
        now += random.nextInt(100) * MILLI;
      }
      for (Operation operation : List.of(Operation.BEAT, Operation.LIST, Operation.LISTEN)) {
        for (Call call : driver.calls(operation)) {
          if (random.nextInt(80) == 0) {
            String failure = random.nextInt(4) == 0 ? "http 500" : null;
            driver.answer(call, failed(failure));
          }
        }
      }
    }
    loop.close();

    // 900 ms of 20 instances' beats and lists, and of 5 services' polls: all arrivals are
    // accounted.
    RunStats judged = loop.stats.measured();
    assertThat(judged.of(Operation.BEAT).count(OperationCount.REQUIRED)).isBetween(179L, 181L);
    assertThat(judged.of(Operation.LIST).count(OperationCount.REQUIRED)).isBetween(105L, 107L);
    // A poll that follows a late one is due when that was answered: before the end or after it.
    assertThat(judged.of(Operation.LISTEN).count(OperationCount.REQUIRED)).isBetween(10L, 20L);
    for (Operation operation : Operation.values()) {
      assertBalanced(judged.of(operation));
    }
  }
}
