package dev.nacoscapacity.simulator.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.capacity.Answer.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Over the edge once more, and down again. */
class SearchHysteresisTest extends SimulatedSearch {

  @Test
  void shouldOverloadAgainWhenAPauseCameBeforeTheWayDown() {
    search(BOUNDS, steep(5_000));
    List<Trial> overloaded = new ArrayList<>(trials.subList(0, trials.size() - 1));
    Search resumed = new Search(BOUNDS, 100).resumedAfter(List.copyOf(overloaded));

    overloaded.add(trial(4_000, Stage.WARM, Status.PASS, 3.0));
    overloaded.add(trial(4_000, Stage.WARM, Status.PASS, 3.0));

    assertThat(resumed.next(overloaded))
        .isInstanceOfSatisfying(
            Step.Try.class, next -> assertThat(next.stage()).isEqualTo(Stage.OVERLOAD));
  }

  @Test
  void shouldShowHysteresisWhenTheRegistryStaysDownAfterAnOverload() {
    Registry hysteretic =
        (instances, stage) -> steep(stage == Stage.DESCENT ? 4_300 : 5_000).hold(instances, stage);

    Answer answer = search(BOUNDS, hysteretic);

    assertThat(answer.passes()).isBetween(4_500, 5_000);
    assertThat(answer.descends()).isBetween(3_700, 4_300);
  }

  @Test
  void shouldSayNoDescentPassedWhenNoneDid() {
    Registry broken =
        (instances, stage) ->
            stage == Stage.DESCENT ? Status.FAIL : steep(5_000).hold(instances, stage);

    assertThat(search(BOUNDS, broken).descends()).isZero();
  }

  @Test
  void shouldGoOverTheEdgeOnceMoreWhenTheWayDownHadNoVerdict() {
    Registry onceBusy =
        (instances, stage) ->
            stage == Stage.DESCENT && tried(Stage.OVERLOAD) == 1
                ? Status.INCONCLUSIVE
                : steep(5_000).hold(instances, stage);

    Answer answer = search(BOUNDS, onceBusy);

    assertThat(tried(Stage.OVERLOAD)).isEqualTo(2);
    assertThat(answer.descends()).isEqualTo(answer.passes());
  }

  @Test
  void shouldNotCallItHysteresisWhenTheWayDownHasNoVerdict() {
    Registry busy =
        (instances, stage) ->
            stage == Stage.DESCENT ? Status.INCONCLUSIVE : steep(5_000).hold(instances, stage);

    Answer answer = search(BOUNDS, busy);

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.descends()).isEqualTo(Answer.UNKNOWN);
    assertThat(tried(Stage.DESCENT)).isEqualTo(2);
  }

  @Test
  void shouldNotSpeakOfAnOverloadThatPassed() {
    Answer answer =
        search(
            BOUNDS,
            (instances, stage) ->
                stage == Stage.OVERLOAD ? Status.PASS : steep(5_000).hold(instances, stage));

    assertThat(answer.descends()).isEqualTo(Answer.UNKNOWN);
    assertThat(tried(Stage.OVERLOAD)).isEqualTo(2);
    assertThat(tried(Stage.DESCENT)).isZero();
  }

  @Test
  void shouldNotCallItHysteresisWhenOnlyOneReturnFailed() {
    List<Status> returns = new ArrayList<>(List.of(Status.FAIL, Status.PASS));

    Answer answer = search(BOUNDS, returning(returns));

    assertThat(answer.descends()).isEqualTo(answer.passes());
    assertThat(wayDown())
        .containsExactly(
            Stage.OVERLOAD, Stage.DESCENT, Stage.CONFIRM, Stage.OVERLOAD, Stage.DESCENT);
    assertThat(Words.answer(answer, trials))
        .endsWith(
            "Right after an overload they failed once and passed once: no hysteresis was shown.");
  }

  @Test
  void shouldTrySmallerSizesOnlyAfterASecondFailingReturn() {
    search(BOUNDS, returning(List.of()));

    assertThat(wayDown())
        .containsExactly(
            Stage.OVERLOAD,
            Stage.DESCENT,
            Stage.CONFIRM,
            Stage.OVERLOAD,
            Stage.DESCENT,
            Stage.DESCENT,
            Stage.DESCENT);
  }

  @Test
  void shouldGoBackWhenTheSizeFailsWithoutAnOverloadAsWell() {
    Registry damaged =
        (instances, stage) ->
            steep(tried(Stage.DESCENT) > 0 || stage == Stage.DESCENT ? 3_000 : 5_000)
                .hold(instances, stage);

    Answer answer = search(BOUNDS, damaged);

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.passes()).isBetween(2_700, 3_000);
    assertThat(answer.descends()).isEqualTo(answer.passes());
  }

  @Test
  void shouldNotKnowWhenNothingBetweenTheOverloadsHasAVerdict() {
    Registry busy =
        (instances, stage) ->
            stage == Stage.CONFIRM && tried(Stage.DESCENT) > 0
                ? Status.INCONCLUSIVE
                : returning(List.of()).hold(instances, stage);

    Answer answer = search(BOUNDS, busy);

    assertThat(answer.descends()).isEqualTo(Answer.UNKNOWN);
    assertThat(wayDown())
        .containsExactly(Stage.OVERLOAD, Stage.DESCENT, Stage.CONFIRM, Stage.CONFIRM);
    assertThat(Words.answer(answer, trials))
        .endsWith("Right after an overload they failed once; whether by chance is unknown.");
  }

  @Test
  void shouldNotKnowWhenTheSecondReturnHasNoVerdict() {
    List<Status> returns =
        new ArrayList<>(List.of(Status.FAIL, Status.INCONCLUSIVE, Status.INCONCLUSIVE));

    Answer answer = search(BOUNDS, returning(returns));

    assertThat(answer.descends()).isEqualTo(Answer.UNKNOWN);
    assertThat(tried(Stage.OVERLOAD)).isEqualTo(3);
  }

  /** Holds 5,000, but on the way down what is listed, and then nothing. */
  private Registry returning(List<Status> returns) {
    return (instances, stage) -> {
      if (stage != Stage.DESCENT) {
        return steep(5_000).hold(instances, stage);
      }
      return returns.isEmpty() ? Status.FAIL : returns.remove(0);
    };
  }

  private List<Stage> wayDown() {
    List<Stage> stages = trials.stream().map(Trial::stage).toList();
    return stages.subList(stages.indexOf(Stage.OVERLOAD), stages.size());
  }

  @Test
  void shouldTryOneInstanceLessRightAfterTheOverloadWhenAWidthIsLessThanThat() {
    search(
        new Bounds(2, 50, 0.01),
        (instances, stage) ->
            stage == Stage.DESCENT ? Status.FAIL : steep(7).hold(instances, stage));

    assertThat(trials)
        .filteredOn(trial -> trial.stage() == Stage.DESCENT)
        .extracting(Trial::instances)
        .containsExactly(7, 7, 6, 5);
  }
}
