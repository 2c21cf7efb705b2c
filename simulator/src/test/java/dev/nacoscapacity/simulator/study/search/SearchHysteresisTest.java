package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.registry.Registry;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.search.SearchResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Over the edge once more, and down again. */
class SearchHysteresisTest extends SimulatedSearch {

  @Test
  void shouldOverloadAgainAfterAPauseBeforeTheDescent() {
    search(BOUNDS, steep(5_000));
    List<SizeTrial> overloaded = new ArrayList<>(trials.subList(0, trials.size() - 1));
    Search resumed = Search.ofCapacity(BOUNDS, 100).resumedAfter(List.copyOf(overloaded));

    overloaded.add(trial(4_000, TrialStage.WARM, Status.PASS, 3.0));
    overloaded.add(trial(4_000, TrialStage.WARM, Status.PASS, 3.0));

    assertThat(resumed.next(overloaded))
        .isInstanceOfSatisfying(
            SearchStep.NextTrial.class,
            next -> assertThat(next.stage()).isEqualTo(TrialStage.OVERLOAD));
  }

  @Test
  void shouldShowHysteresisWhenTheRegistryStaysDownAfterAnOverload() {
    Registry hysteretic =
        (instances, stage) ->
            steep(stage == TrialStage.DESCENT ? 4_300 : 5_000).hold(instances, stage);

    SearchResult answer = search(BOUNDS, hysteretic);

    assertThat(answer.passes()).isBetween(4_500, 5_000);
    assertThat(answer.descends()).isBetween(3_700, 4_300);
  }

  @Test
  void shouldReportThatNoDescentPassed() {
    Registry broken =
        (instances, stage) ->
            stage == TrialStage.DESCENT ? Status.FAIL : steep(5_000).hold(instances, stage);

    assertThat(search(BOUNDS, broken).descends()).isZero();
  }

  @Test
  void shouldOverloadAgainWhenTheDescentHadNoVerdict() {
    Registry onceBusy =
        (instances, stage) ->
            stage == TrialStage.DESCENT && tried(TrialStage.OVERLOAD) == 1
                ? Status.INCONCLUSIVE
                : steep(5_000).hold(instances, stage);

    SearchResult answer = search(BOUNDS, onceBusy);

    assertThat(tried(TrialStage.OVERLOAD)).isEqualTo(2);
    assertThat(answer.descends()).isEqualTo(answer.passes());
  }

  @Test
  void shouldNotClaimHysteresisWithoutAVerdictOnTheDescent() {
    Registry busy =
        (instances, stage) ->
            stage == TrialStage.DESCENT ? Status.INCONCLUSIVE : steep(5_000).hold(instances, stage);

    SearchResult answer = search(BOUNDS, busy);

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.descends()).isEqualTo(SearchResult.UNKNOWN);
    assertThat(tried(TrialStage.DESCENT)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"PASS", "INCONCLUSIVE"})
  void shouldClaimNothingWithoutAnOverload(Status overloaded) {
    SearchResult answer =
        search(
            BOUNDS,
            (instances, stage) ->
                stage == TrialStage.OVERLOAD ? overloaded : steep(5_000).hold(instances, stage));

    assertThat(answer.descends()).isEqualTo(SearchResult.UNKNOWN);
    assertThat(tried(TrialStage.OVERLOAD)).isEqualTo(2);
    assertThat(tried(TrialStage.DESCENT)).isZero();
  }

  @Test
  void shouldNotClaimHysteresisWhenOnlyOneReturnFailed() {
    List<Status> returns = new ArrayList<>(List.of(Status.FAIL, Status.PASS));

    SearchResult answer = search(BOUNDS, returning(returns));

    assertThat(answer.descends()).isEqualTo(answer.passes());
    assertThat(wayDown())
        .containsExactly(
            TrialStage.OVERLOAD,
            TrialStage.DESCENT,
            TrialStage.CONFIRM,
            TrialStage.OVERLOAD,
            TrialStage.DESCENT);
    assertThat(SearchReport.answer(answer, trials).text()).endsWith("no hysteresis was shown.");
  }

  @Test
  void shouldTrySmallerSizesOnlyAfterASecondFailingReturn() {
    search(BOUNDS, returning(List.of()));

    assertThat(wayDown())
        .containsExactly(
            TrialStage.OVERLOAD,
            TrialStage.DESCENT,
            TrialStage.CONFIRM,
            TrialStage.OVERLOAD,
            TrialStage.DESCENT,
            TrialStage.DESCENT,
            TrialStage.DESCENT);
  }

  @Test
  void shouldSearchLowerWhenTheSizeFailsWithoutAnOverloadToo() {
    Registry damaged =
        (instances, stage) ->
            steep(tried(TrialStage.DESCENT) > 0 || stage == TrialStage.DESCENT ? 3_000 : 5_000)
                .hold(instances, stage);

    SearchResult answer = search(BOUNDS, damaged);

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.passes()).isBetween(2_700, 3_000);
    assertThat(answer.descends()).isEqualTo(answer.passes());
  }

  @Test
  void shouldClaimNothingWithoutAVerdictBetweenTheOverloads() {
    Registry busy =
        (instances, stage) ->
            stage == TrialStage.CONFIRM && tried(TrialStage.DESCENT) > 0
                ? Status.INCONCLUSIVE
                : returning(List.of()).hold(instances, stage);

    SearchResult answer = search(BOUNDS, busy);

    assertThat(answer.descends()).isEqualTo(SearchResult.UNKNOWN);
    assertThat(wayDown())
        .containsExactly(
            TrialStage.OVERLOAD, TrialStage.DESCENT, TrialStage.CONFIRM, TrialStage.CONFIRM);
    assertThat(SearchReport.answer(answer, trials).text())
        .endsWith("whether by chance is unknown.");
  }

  @Test
  void shouldClaimNothingWithoutAVerdictOnTheSecondReturn() {
    List<Status> returns =
        new ArrayList<>(List.of(Status.FAIL, Status.INCONCLUSIVE, Status.INCONCLUSIVE));

    SearchResult answer = search(BOUNDS, returning(returns));

    assertThat(answer.descends()).isEqualTo(SearchResult.UNKNOWN);
    assertThat(tried(TrialStage.OVERLOAD)).isEqualTo(3);
  }

  /** Holds 5,000, but on the way down what is listed, and then nothing. */
  private Registry returning(List<Status> returns) {
    return (instances, stage) -> {
      if (stage != TrialStage.DESCENT) {
        return steep(5_000).hold(instances, stage);
      }
      return returns.isEmpty() ? Status.FAIL : returns.remove(0);
    };
  }

  private List<TrialStage> wayDown() {
    List<TrialStage> stages = trials.stream().map(SizeTrial::stage).toList();
    return stages.subList(stages.indexOf(TrialStage.OVERLOAD), stages.size());
  }

  @Test
  void shouldDescendByOneInstanceAtLeast() {
    search(
        new SearchRange(2, 50, 0.01),
        (instances, stage) ->
            stage == TrialStage.DESCENT ? Status.FAIL : steep(7).hold(instances, stage));

    assertThat(trials)
        .filteredOn(trial -> trial.stage() == TrialStage.DESCENT)
        .extracting(SizeTrial::instances)
        .containsExactly(7, 7, 6, 5);
  }
}
