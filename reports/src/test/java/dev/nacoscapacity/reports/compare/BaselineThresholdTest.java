package dev.nacoscapacity.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BaselineThresholdTest {

  @TempDir private Path parent;

  private RunComparison comparison;

  /** Beats took 20 ms (p99), and then 50 ms. */
  @BeforeEach
  void compare() {
    comparison =
        RunComparison.of(
            List.of(
                ComparedRuns.write(parent.resolve("off"), false, 60, 20),
                ComparedRuns.write(parent.resolve("on"), true, 60, 50)));
  }

  @ParameterizedTest
  @CsvSource({
    "beat.p99<+149%, true",
    "beat.p99<+150%, false",
    "beat.p99<+29.9, true",
    "beat.p99<+30, false",
    "beat.p99>-10%, false",
    "beat.p99 < +20 %, true",
    "beat.p99.9<+1%, true",
    "beat.achieved>-5%, false",
    "beat.failed<+0, false",
    "missing<+0, false",
    "server cores used<+50%, true",
    "beat.p99 by second<+20%, true",
  })
  void shouldHoldADifferenceToItsBound(String condition, boolean broken) {
    assertThat(BaselineThreshold.parse(condition).check(comparison))
        .singleElement()
        .satisfies(finding -> assertThat(finding.broken()).hasValue(broken));
  }

  @Test
  void shouldShowBothValuesOfABrokenCondition() {
    assertThat(BaselineThreshold.parse("beat.p99<+20%").check(comparison))
        .singleElement()
        .extracting(BaselineThreshold.Finding::sentence)
        .asString()
        .contains("20", "50 ms", "+150.0 %", "<+20%");
  }

  @Test
  void shouldFailAnyRiseFromZero() {
    RunComparison errors = with(new Measure("beat", "failed", "", List.of(value(0), value(1))));

    assertThat(BaselineThreshold.parse("beat.failed<+20%").check(errors).get(0).broken())
        .hasValue(true);
  }

  @Test
  void shouldBeUndecidedWhenTheBaselineLacksTheFigure() {
    RunComparison lists =
        with(new Measure("list", "p99", "ms", List.of(Optional.empty(), value(9))));

    BaselineThreshold.Finding finding =
        BaselineThreshold.parse("list.p99<+20%").check(lists).get(0);

    assertThat(finding.broken()).isEmpty();
    assertThat(finding.sentence().text()).contains("list.p99", "unknown in off");
  }

  @Test
  void shouldBeUndecidedWhenAFleetWasNeverWhole() {
    RunFolder on = comparison.runs().get(1);
    RegistryResult partial = on.run().registry().withComplete(false);
    RunFolder neverWhole = new RunFolder(on.path(), on.run().withRegistry(partial));
    RunComparison compared = RunComparison.of(List.of(comparison.runs().get(0), neverWhole));

    assertThat(BaselineThreshold.parse("beat.p99<+200%").check(compared))
        .singleElement()
        .satisfies(finding -> assertThat(finding.broken()).isEmpty())
        .satisfies(finding -> assertThat(finding.sentence().text()).contains("beat.p99", "whole"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldBeUndecidedWhenARunWasKilledAndLeftItsSecondsAlone(int killed) {
    List<RunFolder> runs = new ArrayList<>(comparison.runs());
    RunFolder run = runs.get(killed);
    runs.set(killed, new RunFolder(run.path(), run.run().with().verdict(null).build()));

    assertThat(BaselineThreshold.parse("beat.p99 by second<+200%").check(RunComparison.of(runs)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.broken()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void shouldBeUndecidedWhenARunIsInconclusiveThoughABoundIsBroken(int unsure) {
    List<RunFolder> runs = new ArrayList<>(comparison.runs());
    RunFolder late = runs.get(unsure);
    RunRecord lagging = late.run().withGenerator(Runs.generator(900, 0));
    runs.set(unsure, new RunFolder(late.path(), Runs.judged(lagging)));

    assertThat(BaselineThreshold.parse("beat.p99<+20%").check(RunComparison.of(runs)))
        .extracting(BaselineThreshold.Finding::broken)
        .containsExactly(Optional.empty());
  }

  @Test
  void shouldBeUndecidedWhenARunWasStoppedBeforeItsTime() {
    RunFolder on = comparison.runs().get(1);
    RunRecord stopped = on.run().withGuardStop(Message.asIs("a service lost an instance"));
    RunComparison compared =
        RunComparison.of(
            List.of(comparison.runs().get(0), new RunFolder(on.path(), Runs.judged(stopped))));

    assertThat(BaselineThreshold.parse("beat.p99<+200%").check(compared).get(0).broken()).isEmpty();
    assertThat(BaselineThreshold.parse("beat.p99<+20%").check(compared).get(0).broken())
        .hasValue(true);
  }

  /** A registry that refuses calls at once has the best latency. */
  @Test
  void shouldBeUndecidedWhenOnlyTheOtherRunFailed() {
    RunFolder on = comparison.runs().get(1);
    RunRecord dropping = on.run().withRegistry(on.run().registry().withKeptBeatingYetDropped(3));
    RunComparison compared =
        RunComparison.of(
            List.of(comparison.runs().get(0), new RunFolder(on.path(), Runs.judged(dropping))));

    assertThat(BaselineThreshold.parse("beat.p99<+200%").check(compared).get(0).broken()).isEmpty();
    assertThat(BaselineThreshold.parse("beat.p99<+20%").check(compared).get(0).broken())
        .hasValue(true);
  }

  @Test
  void shouldNotCompareCountsOfCallsInWindowsOfDifferentLengths() {
    RunComparison compared =
        RunComparison.of(
            List.of(
                comparison.runs().get(0),
                ComparedRuns.write(parent.resolve("long"), false, 600, 20)));

    assertThat(BaselineThreshold.parse("beat.failed<+0").check(compared).get(0).broken()).isEmpty();
    assertThat(BaselineThreshold.parse("beat.p99<+20%").check(compared).get(0).broken())
        .hasValue(false);
    assertThat(BaselineThreshold.parse("missing<+0").check(compared).get(0).broken())
        .hasValue(false);
  }

  /** Those of one protocol must not hide behind the other's. */
  @Test
  void shouldHoldEachProtocolOfAMixedFleetToIt() {
    RunComparison mixed =
        with(
            new Measure("beat.http", "p99", "ms", List.of(value(20), value(20))),
            new Measure("beat.grpc", "p99", "ms", List.of(value(20), value(25))));

    assertThat(BaselineThreshold.parse("beat.p99<+20%").check(mixed))
        .extracting(BaselineThreshold.Finding::name, BaselineThreshold.Finding::broken)
        .containsExactly(
            tuple("beat.http.p99<+20%", Optional.of(false)),
            tuple("beat.grpc.p99<+20%", Optional.of(true)));
    assertThat(BaselineThreshold.parse("beat.http.p99<+20%").check(mixed))
        .extracting(BaselineThreshold.Finding::broken)
        .containsExactly(Optional.of(false));
  }

  /** A fleet's protocols are not what its one protocol was before. */
  @Test
  void shouldBeUndecidedWhenOnlyOneFleetIsMixed() {
    RunComparison changed =
        with(
            new Measure("beat", "p99", "ms", List.of(value(20), Optional.empty())),
            new Measure("beat.http", "p99", "ms", List.of(Optional.empty(), value(20))));

    assertThat(BaselineThreshold.parse("beat.p99<+20%").check(changed))
        .singleElement()
        .satisfies(finding -> assertThat(finding.broken()).isEmpty());
  }

  private static Optional<Measure.Value> value(double value) {
    return Optional.of(new Measure.Value(value, Optional.empty()));
  }

  private RunComparison with(Measure... measures) {
    return new RunComparison(
        comparison.runs(), comparison.differing(), comparison.same(), List.of(measures), List.of());
  }

  @Test
  void shouldNameTheFiguresWhenItKnowsNone() {
    assertThatThrownBy(() -> BaselineThreshold.parse("beats.p99<+20%").check(comparison))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("beat.p99, ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"beat.p99", "beat.p99<20%", "beat.p99<+", "<+20%", "beat.p99=+1", ""})
  void shouldRefuseAnInvalidCondition(String text) {
    assertThatThrownBy(() -> BaselineThreshold.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("for example beat.p99<+20%");
  }
}
