package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.registry.Registry;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.search.SearchResult.Outcome;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What is tried next, and what the answer is. */
class SearchTest extends SimulatedSearch {

  @Property(seed = "1")
  void shouldEncloseTheCapacityInTwelveTrialsWhenTheEdgeIsSteep(
      @ForAll @IntRange(min = 200, max = 19_999) int capacity) {
    trials.clear();

    SearchResult answer = search(BOUNDS, steep(capacity));

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.passes()).isLessThanOrEqualTo(capacity);
    assertThat(answer.fails()).isGreaterThan(capacity);
    assertThat(answer.fails()).isLessThanOrEqualTo((int) (answer.passes() * 1.1));
    assertThat(tried(TrialStage.BRACKET) + tried(TrialStage.BISECT)).isLessThanOrEqualTo(12);
  }

  @Test
  void shouldRespectAnUpperBoundThatIsLoweredLater() {
    SearchRange lower = new SearchRange(200, 1_000, 0.1);
    search(BOUNDS, steep(5_000));

    SearchResult answer = search(lower, steep(5_000));

    assertThat(answer).isEqualTo(new SearchResult(Outcome.PASSES_TO_THE_END, 1_000, 0));
  }

  @Test
  void shouldRetryAfterAPauseWhatHadNoVerdict() {
    Registry tooFast = (instances, stage) -> instances > 3_000 ? Status.INCONCLUSIVE : Status.PASS;
    search(BOUNDS, tooFast);

    Search resumed = Search.ofCapacity(BOUNDS, 100).resumedAfter(List.copyOf(trials));
    trials.add(trial(1_600, TrialStage.WARM, Status.PASS, 3.0));
    trials.add(trial(1_600, TrialStage.WARM, Status.PASS, 3.0));

    assertNext(resumed, 3_200, TrialStage.BRACKET);
  }

  @Test
  void shouldStayConcludedAfterAPause() {
    SearchResult answer = search(BOUNDS, steep(5_000));

    SearchStep next = Search.ofCapacity(BOUNDS, 100).resumedAfter(trials).next(trials);

    assertThat(next).isEqualTo(new SearchStep.Conclusion(answer));
  }

  @Test
  void shouldTryEachBoundTwiceAtFullLength() {
    SearchResult answer = search(BOUNDS, steep(5_000));

    assertThat(fullTrialsOf(answer.passes())).isEqualTo(2);
    assertThat(fullTrialsOf(answer.fails())).isEqualTo(2);
  }

  @Test
  void shouldOutvoteOneBadTrialOfThree() {
    Registry onceBad =
        (instances, stage) -> {
          boolean spoilt = stage == TrialStage.CONFIRM && fullTrialsOf(instances) == 1;
          return steep(5_000).hold(instances, stage) == Status.PASS && !spoilt
              ? Status.PASS
              : Status.FAIL;
        };

    SearchResult answer = search(BOUNDS, onceBad);

    assertThat(answer.passes()).isBetween(4_500, 5_000);
    assertThat(fullTrialsOf(answer.passes())).isEqualTo(3);
  }

  @Test
  void shouldSearchLowerWhenAShortTrialWasTooLenient() {
    Registry slowlyFailing =
        (instances, stage) ->
            steep(stage == TrialStage.BRACKET ? 9_000 : 3_000).hold(instances, stage);

    SearchResult answer = search(BOUNDS, slowlyFailing);

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.passes()).isBetween(2_700, 3_000);
  }

  @Test
  void shouldEncloseTheGreyZoneWhenTheEdgeIsGradual() {
    for (int seed = 0; seed < 200; seed++) {
      trials.clear();
      Random random = new Random(seed);
      Registry gradual =
          (instances, stage) ->
              random.nextDouble() < (instances - 4_000) / 2_000.0 ? Status.FAIL : Status.PASS;

      SearchResult answer = search(BOUNDS, gradual);

      assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
      assertThat(answer.passes()).isBetween(3_500, 6_000);
      assertThat(answer.fails()).isBetween(4_000, 6_700);
    }
  }

  @Test
  void shouldMostlyFindTheEdgeWhenOneResultOfTenIsWrong() {
    int near = 0;
    for (int seed = 0; seed < 200; seed++) {
      trials.clear();
      Random random = new Random(seed);
      Registry noisy =
          (instances, stage) ->
              steep(5_000).hold(instances, stage) == Status.PASS ^ random.nextInt(10) == 0
                  ? Status.PASS
                  : Status.FAIL;
      SearchResult answer = search(BOUNDS, noisy);
      near += answer.passes() > 4_000 && answer.passes() < 6_250 ? 1 : 0;
    }

    assertThat(near).isGreaterThan(140);
  }

  @Test
  void shouldRespectALowerBoundThatIsRaisedLater() {
    trials.add(trial(200, TrialStage.BRACKET, Status.PASS, 1.0));
    trials.add(trial(400, TrialStage.BRACKET, Status.PASS, 1.0));

    SearchResult answer = search(new SearchRange(1_000, 20_000, 0.1), steep(500));

    assertThat(answer.outcome()).isEqualTo(Outcome.FAILS_FROM_THE_START);
    assertThat(answer.fails()).isEqualTo(1_000);
  }

  @Test
  void shouldIgnoreFailuresBelowALowerBoundThatIsRaisedLater() {
    trials.add(trial(400, TrialStage.BRACKET, Status.FAIL, 1.0));
    trials.add(trial(400, TrialStage.CONFIRM, Status.FAIL, 1.0));
    trials.add(trial(400, TrialStage.CONFIRM, Status.FAIL, 1.0));

    SearchResult answer = search(new SearchRange(1_000, 20_000, 0.1), steep(5_000));

    assertThat(answer.outcome()).isEqualTo(Outcome.BRACKETED);
    assertThat(answer.passes()).isBetween(4_500, 5_000);
  }

  @Test
  void shouldReportThatTheFirstSizeFailsOnlyAfterTwoFullTrials() {
    SearchResult answer = search(BOUNDS, steep(100));

    assertThat(answer).isEqualTo(new SearchResult(Outcome.FAILS_FROM_THE_START, 0, 200));
    assertThat(fullTrialsOf(200)).isEqualTo(2);
  }

  @Test
  void shouldSearchHigherWhenTheFirstSizeFailedByChance() {
    Registry coldAtFirst =
        (instances, stage) -> trials.isEmpty() ? Status.FAIL : steep(1_000).hold(instances, stage);

    assertThat(search(BOUNDS, coldAtFirst).passes()).isBetween(900, 1_000);
  }

  @Test
  void shouldReportThatTheLargestSizePasses() {
    SearchResult answer = search(BOUNDS, steep(50_000));

    assertThat(answer).isEqualTo(new SearchResult(Outcome.PASSES_TO_THE_END, 20_000, 0));
  }

  @Test
  void shouldStopWhenTheGeneratorIsTheLimitTwice() {
    Registry tooFast = (instances, stage) -> instances > 3_000 ? Status.INCONCLUSIVE : Status.PASS;

    SearchResult answer = search(BOUNDS, tooFast);

    assertThat(answer).isEqualTo(new SearchResult(Outcome.INCONCLUSIVE, 1_600, 0));
    assertThat(trials.stream().filter(trial -> trial.size() == 3_200)).hasSize(2);
  }

  @Test
  void shouldContinueWhenTheGeneratorWasTheLimitOnce() {
    Registry onceBusy =
        (instances, stage) ->
            trials.size() == 5 ? Status.INCONCLUSIVE : steep(5_000).hold(instances, stage);

    assertThat(search(BOUNDS, onceBusy).outcome()).isEqualTo(Outcome.BRACKETED);
  }

  @Property(tries = 200, seed = "1")
  void shouldEndWhateverTheRegistrySays(@ForAll long seed) {
    trials.clear();
    Random random = new Random(seed);
    Status[] all = Status.values();

    SearchResult answer = search(BOUNDS, (instances, stage) -> all[random.nextInt(all.length)]);

    assertThat(answer.outcome()).isNotNull();
    // The way over the edge and back, when the bounds were confirmed at the last moment.
    assertThat(trials.size()).isLessThanOrEqualTo(40 + 12);
  }

  @Test
  void shouldResumeFromEarlierTrials() {
    SearchResult whole = search(BOUNDS, steep(5_000));
    List<SizeTrial> all = List.copyOf(trials);

    for (int count = 0; count < all.size(); count++) {
      trials.clear();
      trials.addAll(all.subList(0, count));
      assertThat(search(BOUNDS, steep(5_000))).isEqualTo(whole);
      assertThat(trials).isEqualTo(all);
    }
  }

  @Test
  void shouldEndWithNeighboursWhenTheWidthIsFinerThanWholeInstances() {
    SearchResult answer = search(new SearchRange(2, 50, 0.01), steep(7));

    assertThat(answer.passes()).isEqualTo(7);
    assertThat(answer.fails()).isEqualTo(8);
  }
}
