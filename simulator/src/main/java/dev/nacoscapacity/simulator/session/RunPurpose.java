package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.target.OpenTarget;

/** What a run is made for: what happens to the registry in its window, and how it is judged. */
@FunctionalInterface
public interface RunPurpose {

  /**
   * What acts on the run's own registry within the measurement window; called once.
   *
   * @param registry which a model creates for each run
   */
  default Scenario scenario(OpenTarget registry) {
    return Scenario.NONE;
  }

  /** Adds the verdict; called after the teardown, when all rows are written. */
  RunRecord judged(RunRecord run);

  /** A load without faults, judged by its bounds. */
  static RunPurpose load(Criteria criteria) {
    return run -> Judge.standard().judged(run, criteria);
  }
}
