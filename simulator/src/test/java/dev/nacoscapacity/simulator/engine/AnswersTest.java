package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.simulator.client.Call;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an event loop does about an answer. */
class AnswersTest extends OnOneLoop {

  private static Consumer<Call> light() {
    return call -> ((BeatCall) call).lightAllowed = true;
  }

  private static Consumer<Call> interval(int millis) {
    return call -> ((BeatCall) call).intervalMillis = millis;
  }

  @Test
  void shouldBeatLightlyWhileTheServerAllowsIt() {
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
    driver.answer(only(Operation.BEAT), unknownInstance());
    advance(BEAT);

    assertThat(driver.sent()).containsExactly("BEAT 0 light", "REGISTER 0", "BEAT 0");
    assertThat(observer.notes()).containsExactly("lost 0", "changing 0", "registered 0");
    assertThat(count(loop.takeSecond(), Operation.REGISTER, OperationCount.OK)).isEqualTo(1);
  }

  @Test
  void shouldNotRegisterAgainWhileThatIsUnderWay() {
    FleetLoop loop = loop(1, 1, beats());
    ramp(loop, Operation.REGISTER);
    advance(20);
    driver.answer(only(Operation.REGISTER), ok());
    loop.instances.endRamp();
    loop.startLoad(now);
    advance(1);
    driver.answer(only(Operation.BEAT), unknownInstance());
    advance(BEAT);
    driver.answer(only(Operation.BEAT), unknownInstance());
    Call again = only(Operation.REGISTER);
    driver.answer(again, failed("http 500"));
    assertThat(driver.calls(Operation.REGISTER)).isEmpty();
    advance(BEAT);
    driver.answer(only(Operation.BEAT), unknownInstance());

    assertThat(driver.calls(Operation.REGISTER)).hasSize(1);
    assertThat(observer.notes()).filteredOn(note -> note.equals("lost 0")).hasSize(3);
  }

  @Test
  void shouldNotRegisterAgainWhatIsBeingDeregistered() {
    FleetLoop loop = beating(1);
    advance(1);
    Call late = only(Operation.BEAT);
    loop.stopLoad();
    driver.answerAtOnce(Operation.DEREGISTER);
    ramp(loop, Operation.DEREGISTER);
    advance(10);
    driver.answer(late, unknownInstance());
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
      driver.calls(Operation.BEAT).forEach(call -> driver.answer(call, interval(interval)));
    }
    beaten.addAll(driver.sent());

    assertThat(beaten).hasSize(20);
    assertThat(driver.sent().size()).isBetween(30, 45);
  }

  @Test
  void shouldSweepAServiceWhenTheObserverDoubtsIt() {
    FleetLoop loop = running(1, 1, new LoopBuilder().list(10_000).nodes(2));
    observer.wantIdentity();
    advance(1);
    driver.answer(only(Operation.LIST), call -> call.server = 1);
    advance(10);
    Call sweep = only(Operation.SWEEP);
    assertThat(sweep.prescribedServer).isEqualTo(1);
    driver.answer(sweep, ok());

    assertThat(observer.notes()).containsExactly("swept 0 on 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http 302 by gateway",
        "http 401",
        "http 404",
        "http 406 by gateway nginx",
        "http 410",
        "unexpected answer",
      })
  void shouldStopScrapingWhenThereWillBeNoMetrics(String failure) {
    scrapeOnce(failure);

    assertThat(observer.notes()).containsExactly("scrapes refused: " + failure);
    assertThat(driver.sent()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http 429 by gateway",
        "http 500",
        "http 502 by gateway nginx, node silent",
        "answer cut off"
      })
  void shouldKeepScrapingWhenTheFaultMayPass(String failure) {
    scrapeOnce(failure);

    assertThat(observer.notes()).contains("scrapes refused: " + failure);
    assertThat(driver.sent()).hasSizeGreaterThan(1);
  }

  @Test
  void shouldNotNoteAScrapeThatNobodyAnswered() {
    scrapeOnce("timed out");

    assertThat(observer.notes()).isEmpty();
  }

  private void scrapeOnce(String failure) {
    FleetLoop loop = loop(4, 2, new LoopBuilder().scrape(15_000));
    loop.startLoad(now);
    advance(1);
    driver.answer(only(Operation.SCRAPE), failed(failure));
    advance(60_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http 503 by gateway nginx", "http 403"})
  void shouldReportABeatThatIsRefused(String failure) {
    FleetLoop loop = running(1, 1, new LoopBuilder().beat(5_000));
    advance(5_001);
    driver.answer(only(Operation.BEAT), failed(failure));

    assertThat(observer.notes()).containsExactly("beat refused 0");
  }
}
