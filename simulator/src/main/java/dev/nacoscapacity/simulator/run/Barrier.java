package dev.nacoscapacity.simulator.run;

import java.util.Optional;

/**
 * Synchronizes the processes that share a fleet: each process reports that it has reached a step,
 * and all proceed from the step at the same time. Called on the thread of the run, once a second
 * while the process waits; the load continues meanwhile.
 */
@FunctionalInterface
public interface Barrier {

  /** The barrier of a fleet in a single process, which never waits. */
  static Barrier open(RunClock clock) {
    return (step, well) -> Optional.of(new Go(well, clock.nanos()));
  }

  /** The points of a run at which processes wait for each other. */
  enum Step {
    /** Every process is there; the ramp follows. */
    STARTED,
    /** All operations of the ramp phase have ended. */
    REGISTERED,
    /** The registry lists the complete fleet; the measurement window follows. */
    COMPLETE,
    /** The sweep after the window has ended; the load may end. */
    SWEPT
  }

  /**
   * The decision to proceed.
   *
   * @param well whether every process reached the step successfully
   * @param at when all processes proceed, in nanoseconds of the clock of the run
   */
  record Go(boolean well, long at) {}

  /**
   * Reports that this process has reached a step; may be repeated.
   *
   * @param well whether this process reached the step successfully
   * @return empty while another process has not reached the step
   */
  Optional<Go> pass(Step step, boolean well);
}
