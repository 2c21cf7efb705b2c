package dev.nacoscapacity.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SteadyStateTest {

  private final Histories histories = new Histories();

  private Optional<String> missed() {
    return missed(Histories.HYPOTHESIS);
  }

  private Optional<String> missed(Hypothesis hypothesis) {
    return miss(hypothesis).map(Message::text);
  }

  private Optional<Message> miss(Hypothesis hypothesis) {
    return SteadyState.missed(
        histories.until(5).seconds(),
        hypothesis,
        Optional.of(Histories.BASELINE),
        (node, at) -> node.equals("node3"));
  }

  @Test
  void shouldReadInChinese() {
    histories.second(4).missing("node2", 3);

    assertThat(miss(Histories.HYPOTHESIS).orElseThrow().in(Language.CHINESE))
        .isEqualTo("node2 上 30 个实例中有 3 个缺失");
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
    assertThat(missed()).contains("6 of 500 calls failed (bound 1 %)");
  }

  @Test
  void shouldJudgeLatencyOverTheWholeStretch() {
    histories.second(1).latency(17.5);
    histories.second(2).latency(17);
    assertThat(missed()).isEmpty();

    histories.second(3).latency(19);
    assertThat(missed().orElseThrow()).startsWith("p99 was 19.0 ms (bound 18.0 ms)");
  }

  @Test
  void shouldNotHoldWhileClientsAreBetweenTwoProtocols() {
    histories.second(4).moving(2);

    assertThat(missed())
        .contains("2 clients had left one protocol and were not registered over the other");
  }

  @Test
  void shouldNameTheNodeThatShowsSomethingWrong() {
    histories.second(4).missing("node2", 3);

    assertThat(missed()).contains("3 of 30 instances were missing on node2");
  }

  @Test
  void shouldHoldWithAsManyMissingAsAreAccepted() {
    Hypothesis three = new Hypothesis(0.01, 5, 1.2, 10, 0, Map.of("missing", 3L));
    histories.second(4).missing("node2", 3);
    assertThat(missed(three)).isEmpty();

    histories.second(4).missing("node2", 4);
    assertThat(missed(three)).contains("4 of 30 instances were missing on node2");
  }

  @Test
  void shouldNotHoldWhenABeatIsAnsweredUnknownInstance() {
    histories.second(5).lost("node1", 2);

    assertThat(missed()).contains("2 beats were answered \"unknown instance\" on node1");
  }

  @Test
  void shouldNotHoldWhileANodeInServiceCannotBeRead() {
    histories.second(2).unknown("node1", 30);

    assertThat(missed()).contains("30 of 30 instances could not be read on node1");
  }

  @Test
  void shouldPassOverANodeThatIsOutOfService() {
    histories.second(2).unknown("node3", 30);
    histories.second(3).missing("node3", 30);

    assertThat(missed()).isEmpty();
  }

  @Test
  void shouldTellTheBaselinesWorstSecond() {
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
                List.of(
                    new TrialSecond(1, new RunStats(List.of()), new org.HdrHistogram.Histogram(3))),
                Histories.HYPOTHESIS,
                Optional.empty(),
                (node, at) -> false))
        .map(Message::text)
        .contains("no call was answered");
  }
}
