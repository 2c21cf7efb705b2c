package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.util.function.Function;

/** Where a run takes place: its registry, and the machine that loads it. */
@FunctionalInterface
interface RunHost {

  /**
   * Checks whether the run may begin, and starts to guard foreign services.
   *
   * @param scenario acts on the run's own registry, within the measurement window
   * @throws Refusal when it may not
   */
  AdmittedRun admit(Function<OpenTarget, Scenario> scenario) throws Refusal;
}
