package dev.nacoscapacity.simulator.capacity;

import dev.nacoscapacity.reports.verdict.Status;
import java.util.ArrayList;
import java.util.List;

/** A search against a registry in a formula, and the trials that it makes. */
abstract class SimulatedSearch {

  static final Bounds BOUNDS = new Bounds(200, 20_000, 0.1);

  /** What becomes of a trial. */
  interface Registry {
    Status hold(int instances, Stage stage);
  }

  final List<Trial> trials = new ArrayList<>();

  /** Searches to the end, after the trials there are. */
  final Answer search(Bounds bounds, Registry registry) {
    Search search = new Search(bounds, Math.max(1, bounds.from() / 2));
    Step step = search.next(List.copyOf(trials));
    while (step instanceof Step.Try next) {
      Status status = registry.hold(next.instances(), next.stage());
      trials.add(trial(next.instances(), next.stage(), status, null));
      step = search.next(List.copyOf(trials));
    }
    return ((Step.Done) step).answer();
  }

  static Trial trial(int instances, Stage stage, Status status, Double cpuMsPerCall) {
    return trial(instances, stage, status, cpuMsPerCall, null);
  }

  static Trial trial(
      int instances, Stage stage, Status status, Double cpuMsPerCall, Double jitShare) {
    return new Trial(
        instances,
        stage,
        status,
        "",
        0,
        null,
        cpuMsPerCall,
        jitShare,
        null,
        null,
        List.of(),
        List.of());
  }

  static Registry steep(int capacity) {
    return (instances, stage) -> instances <= capacity ? Status.PASS : Status.FAIL;
  }

  /** How many trials of a stage were made. */
  final long tried(Stage stage) {
    return trials.stream().filter(trial -> trial.stage() == stage).count();
  }

  /** How many trials of a size were made at full length. */
  final long fullTrialsOf(int size) {
    return trials.stream()
        .filter(trial -> trial.instances() == size && trial.stage().decides())
        .count();
  }
}
