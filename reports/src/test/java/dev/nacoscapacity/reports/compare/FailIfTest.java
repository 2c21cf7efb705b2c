package dev.nacoscapacity.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailIfTest {

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
    "beat.p99>+149%, true",
    "beat.p99>+150%, false",
    "beat.p99>+29.9, true",
    "beat.p99>+30, false",
    "beat.p99<-10%, false",
    "beat.p99 > +20 %, true",
    "beat.p99.9>+1%, true",
    "beat.achieved<-5%, false",
    "beat.failed>+0, false",
    "missing>+0, false",
    "server cores used>+50%, true",
    "beat.p99 by second>+20%, true",
  })
  void shouldHoldADifferenceToItsBound(String condition, boolean broken) {
    assertThat(FailIf.parse(condition).check(comparison))
        .singleElement()
        .satisfies(finding -> assertThat(finding.broken()).isEqualTo(broken));
  }

  @Test
  void shouldSayWhatWasAndWhatIs() {
    assertThat(FailIf.parse("beat.p99>+20%").check(comparison))
        .extracting(FailIf.Finding::sentence)
        .containsExactly("on: beat.p99 was 20, is 50 ms, +150.0 % (fail if >+20%)");
  }

  @Test
  void shouldFailAnyRiseFromNothing() {
    Measure failed =
        new Measure(
            "beat",
            "failed",
            "",
            List.of(
                new Measure.Value(0, null, null, null), new Measure.Value(1, null, null, null)));
    RunComparison errors =
        new RunComparison(
            comparison.runs(),
            comparison.differing(),
            comparison.same(),
            List.of(failed),
            List.of());

    assertThat(FailIf.parse("beat.failed>+20%").check(errors).get(0).broken()).isTrue();
  }

  @Test
  void shouldNotTellWhereTheBaselineHasNoSuchFigure() {
    Measure listed =
        new Measure(
            "list", "p99", "ms", Arrays.asList(null, new Measure.Value(9, null, null, null)));
    RunComparison lists =
        new RunComparison(
            comparison.runs(),
            comparison.differing(),
            comparison.same(),
            List.of(listed),
            List.of());

    FailIf.Finding finding = FailIf.parse("list.p99>+20%").check(lists).get(0);

    assertThat(finding.broken()).isNull();
    assertThat(finding.sentence()).isEqualTo("on: list.p99 is unknown in off");
  }

  @Test
  void shouldNameTheFiguresWhenItKnowsNone() {
    assertThatThrownBy(() -> FailIf.parse("beats.p99>+20%").check(comparison))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'beats.p99>+20%' is of no figure of these runs; they have beat.")
        .hasMessageContaining("beat.p99, ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"beat.p99", "beat.p99>20%", "beat.p99>+", ">+20%", "beat.p99=+1", ""})
  void shouldRefuseWhatIsNoCondition(String text) {
    assertThatThrownBy(() -> FailIf.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("for example beat.p99>+20%");
  }
}
