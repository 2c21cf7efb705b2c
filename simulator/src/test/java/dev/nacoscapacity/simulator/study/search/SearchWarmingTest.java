package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Until a registry is warm, its failures are not believed. */
class SearchWarmingTest extends SimulatedSearch {

  @Test
  void shouldWarmTheRegistryUntilCallsStopGettingCheaper() {
    Search search = Search.ofCapacity(BOUNDS, 100);
    trials.add(trial(200, TrialStage.BRACKET, Status.PASS, 20.0));
    trials.add(trial(400, TrialStage.BRACKET, Status.PASS, 9.0));
    trials.add(trial(800, TrialStage.BRACKET, Status.FAIL, 7.0));

    for (double cost : new double[] {5, 3, 2.8}) {
      assertNext(search, 400, TrialStage.WARM);
      trials.add(trial(400, TrialStage.WARM, Status.FAIL, cost));
    }

    assertNext(search, 800, TrialStage.BRACKET);
    trials.add(trial(800, TrialStage.BRACKET, Status.PASS, 2.0));
    assertNext(search, 1_600, TrialStage.BRACKET);
    trials.add(trial(1_600, TrialStage.BRACKET, Status.FAIL, 2.0));
    assertNext(search, 1_130, TrialStage.BISECT);
  }

  @Test
  void shouldKeepWarmingWhileTheNodesCompile() {
    trials.add(trial(200, TrialStage.BRACKET, Status.PASS, 3.0, 0.4));
    trials.add(trial(400, TrialStage.BRACKET, Status.FAIL, 3.0, 0.3));
    trials.add(trial(200, TrialStage.WARM, Status.PASS, 2.9, 0.2));

    assertNext(Search.ofCapacity(BOUNDS, 100), 200, TrialStage.WARM);
    trials.add(trial(200, TrialStage.WARM, Status.PASS, 2.8, 0.05));

    assertNext(Search.ofCapacity(BOUNDS, 100), 283, TrialStage.BISECT);
  }

  @Test
  void shouldBelieveAFailureWhenTheRegistryWasWarmAlready() {
    trials.add(trial(200, TrialStage.BRACKET, Status.PASS, 3.0));
    trials.add(trial(400, TrialStage.BRACKET, Status.FAIL, 3.0));
    trials.add(trial(200, TrialStage.WARM, Status.PASS, 2.9));

    assertNext(Search.ofCapacity(BOUNDS, 100), 283, TrialStage.BISECT);
  }

  @Test
  void shouldWarmWithHalfOfTheFirstSizeWhenItFailsCold() {
    trials.add(trial(200, TrialStage.BRACKET, Status.FAIL, 30.0));
    assertNext(Search.ofCapacity(BOUNDS, 100), 100, TrialStage.WARM);
    trials.add(trial(100, TrialStage.WARM, Status.PASS, 30.0));
    trials.add(trial(100, TrialStage.WARM, Status.PASS, 10.0));
    trials.add(trial(100, TrialStage.WARM, Status.PASS, 9.8));

    assertNext(Search.ofCapacity(BOUNDS, 100), 200, TrialStage.BRACKET);
  }

  @Test
  void shouldStopWarmingARegistryThatGetsWarmerForever() {
    trials.add(trial(200, TrialStage.BRACKET, Status.PASS, 200.0));
    trials.add(trial(400, TrialStage.BRACKET, Status.FAIL, 200.0));
    for (int i = 0; i < 5; i++) {
      trials.add(trial(200, TrialStage.WARM, Status.PASS, 100 / Math.pow(2, i)));
    }

    assertNext(Search.ofCapacity(BOUNDS, 100), 400, TrialStage.BRACKET);
  }

  @Test
  void shouldWarmTheRegistryAgainAfterAPause() {
    search(BOUNDS, steep(5_000));
    List<SizeTrial> half = List.copyOf(trials.subList(0, 10));
    Search resumed = Search.ofCapacity(BOUNDS, 100).resumedAfter(half);
    int passes =
        new TrialHistory(TrialHistory.Rule.MAJORITY, half, BOUNDS.from(), BOUNDS.to(), 0).passes();

    List<SizeTrial> now = new ArrayList<>(half);
    for (int i = 0; i < 2; i++) {
      assertThat(resumed.next(now)).isEqualTo(new SearchStep.NextTrial(passes, TrialStage.WARM));
      now.add(trial(passes, TrialStage.WARM, Status.PASS, 3.0));
    }

    assertThat(resumed.next(now)).isEqualTo(Search.ofCapacity(BOUNDS, 100).next(half));
  }

  @Test
  void shouldWarmTheRegistryAtItsEdgeAfterAPauseWhileItDoubled() {
    trials.add(trial(200, TrialStage.BRACKET, Status.PASS, 9.0));
    Search resumed = Search.ofCapacity(BOUNDS, 100).resumedAfter(List.copyOf(trials));
    trials.add(trial(200, TrialStage.WARM, Status.PASS, 8.9));
    trials.add(trial(200, TrialStage.WARM, Status.PASS, 8.9));
    trials.add(trial(400, TrialStage.BRACKET, Status.PASS, 6.0));
    trials.add(trial(800, TrialStage.BRACKET, Status.PASS, 4.0));
    trials.add(trial(1_600, TrialStage.BRACKET, Status.FAIL, 4.0));

    assertNext(resumed, 800, TrialStage.WARM);
  }
}
