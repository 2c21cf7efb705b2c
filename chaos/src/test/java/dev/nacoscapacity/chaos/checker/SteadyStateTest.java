package dev.nacoscapacity.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SteadyStateTest {

  private final Histories histories = new Histories();

  private Optional<String> missed() {
    return missed(Histories.HYPOTHESIS);
  }

  /** Code and figures of what is missed, when node3 is out of service. */
  private Optional<String> missed(Hypothesis hypothesis) {
    return SteadyState.missed(
            histories.until(5).seconds(),
            hypothesis,
            Optional.of(Histories.BASELINE),
            (node, at) -> node.equals("node3"))
        .map(message -> message.code() + message.arguments());
  }

  @Test
  void shouldHoldWhenNothingIsWrong() {
    assertThat(missed()).isEmpty();
  }

  @Test
  void shouldAllowFailuresUpToTheShareOfAllCallsTogether() {
    histories.second(2).failed(5);
    assertThat(missed()).isEmpty();

    histories.second(3).failed(1);
    assertThat(missed()).hasValue("steady.failed{failed=6, calls=500, bound=0.01}");
  }

  @Test
  void shouldJudgeLatencyOverTheWholeStretch() {
    histories.second(1).latency(17.5);
    histories.second(2).latency(17);
    assertThat(missed()).isEmpty();

    histories.second(3).latency(19);
    assertThat(missed().orElseThrow()).matches("steady.latency\\{p99=19.*, bound=18.0}");
  }

  @Test
  void shouldNotHoldWhileClientsAreBetweenTwoProtocols() {
    histories.second(4).moving(2);

    assertThat(missed()).hasValue("steady.moving{count=2}");
  }

  @Test
  void shouldNameTheNodeThatShowsSomethingWrong() {
    histories.second(4).missing("node2", 3);

    assertThat(missed()).hasValue("steady.missing{count=3, expected=30, node=node2}");
  }

  @Test
  void shouldHoldWhenNoMoreInstancesAreMissingThanAccepted() {
    Hypothesis three = Histories.accepting("missing", 3);
    histories.second(4).missing("node2", 3);
    assertThat(missed(three)).isEmpty();

    histories.second(4).missing("node2", 4);
    assertThat(missed(three)).hasValue("steady.missing{count=4, expected=30, node=node2}");
  }

  @Test
  void shouldNotHoldWhenABeatIsAnsweredUnknownInstance() {
    histories.second(5).lost("node1", 2);

    assertThat(missed()).hasValue("steady.unknownInstanceBeats{count=2, expected=30, node=node1}");
  }

  @Test
  void shouldNotHoldWhileANodeInServiceCannotBeRead() {
    histories.second(2).unknown("node1", 30);

    assertThat(missed()).hasValue("steady.unknown{count=30, expected=30, node=node1}");
  }

  @Test
  void shouldIgnoreANodeThatIsOutOfService() {
    histories.second(2).unknown("node3", 30);
    histories.second(3).missing("node3", 30);

    assertThat(missed()).isEmpty();
  }

  @Test
  void shouldRecordTheWorstSecondOfTheBaseline() {
    histories.second(3).latency(12);

    Baseline baseline = SteadyState.baseline(histories.until(5).seconds());

    assertThat(baseline.fromAt()).isZero();
    assertThat(baseline.toAt()).isEqualTo(5);
    assertThat(baseline.callsPerSecond()).isEqualTo(100);
    assertThat(baseline.worstSecondP99Ms()).isBetween(12.0, 12.1);
  }

  @Test
  void shouldTakeTheLargerOfTheTwoBoundsOfLatency() {
    assertThat(boundAfter(101)).isEqualTo(120);
    assertThat(boundAfter(300)).isEqualTo(310);
  }

  private static double boundAfter(double worstSecondMs) {
    return SteadyState.p99Bound(
        Histories.HYPOTHESIS, Optional.of(new Baseline(0, 10, 100, 0, 100, worstSecondMs)));
  }

  @Test
  void shouldNotHoldWithoutACall() {
    assertThat(
            SteadyState.missed(
                List.of(new TrialSecond(1, new RunStats(List.of()), new Histogram(3))),
                Histories.HYPOTHESIS,
                Optional.empty(),
                (node, at) -> false))
        .map(Message::code)
        .hasValue("steady.noCall");
  }
}
