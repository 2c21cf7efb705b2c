package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.study.StudyRun;
import java.util.ArrayList;
import java.util.List;

/** A search against a registry in a formula, and the trials that it makes. */
abstract class SimulatedSearch {

  static final SearchRange BOUNDS = new SearchRange(200, 20_000, 0.1);

  /** What becomes of a trial. */
  interface Registry {
    Status hold(int instances, TrialStage stage);
  }

  final List<SizeTrial> trials = new ArrayList<>();

  /** Searches to the end, after the trials there are. */
  final SearchResult search(SearchRange bounds, Registry registry) {
    Search search = Search.ofCapacity(bounds, Math.max(1, bounds.from() / 2));
    SearchStep step = search.next(List.copyOf(trials));
    while (step instanceof SearchStep.NextTrial next) {
      Status status = registry.hold(next.size(), next.stage());
      trials.add(trial(next.size(), next.stage(), status));
      step = search.next(List.copyOf(trials));
    }
    return ((SearchStep.Conclusion) step).answer();
  }

  final void assertNext(Search search, int instances, TrialStage stage) {
    assertThat(search.next(trials)).isEqualTo(new SearchStep.NextTrial(instances, stage));
  }

  static SizeTrial trial(int instances, TrialStage stage, Status status, Double cpuMsPerCall) {
    return trial(instances, stage, status, cpuMsPerCall, null);
  }

  static SizeTrial trial(
      int instances, TrialStage stage, Status status, Double cpuMsPerCall, Double jitShare) {
    TrialFigures figures = new TrialFigures(0, null, cpuMsPerCall, jitShare, null);
    return new SizeTrial(
        instances, stage, new StudyRun("", instances, status, figures, List.of()), List.of());
  }

  /** A trial whose verdict has these reasons. */
  static SizeTrial trial(int instances, TrialStage stage, Status status, Reason... reasons) {
    return new SizeTrial(
        instances,
        stage,
        new StudyRun("", instances, status, TrialFigures.UNKNOWN, List.of(reasons)),
        List.of());
  }

  static Registry steep(int capacity) {
    return (instances, stage) -> instances <= capacity ? Status.PASS : Status.FAIL;
  }

  /** How many trials of a stage were made. */
  final long tried(TrialStage stage) {
    return trials.stream().filter(trial -> trial.stage() == stage).count();
  }

  /** How many trials of a size were made at full length. */
  final long fullTrialsOf(int size) {
    return trials.stream().filter(trial -> trial.size() == size && trial.stage().decides()).count();
  }
}
