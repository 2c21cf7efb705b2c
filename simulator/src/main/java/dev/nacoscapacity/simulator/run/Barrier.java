package dev.nacoscapacity.simulator.run;

import java.util.Optional;

/**
 * Keeps the processes that share a fleet in step: each comes to a step in its own time, and all go
 * on from it together. Asked on the run's thread, once a second while it waits; load goes on
 * meanwhile.
 */
@FunctionalInterface
public interface Barrier {

  /** For a process that has its fleet to itself: nobody is waited for. */
  static Barrier open(RunClock clock) {
    return (step, well) -> Optional.of(new Go(well, clock.nanos()));
  }

  /** Where all go on together. */
  enum Step {
    /** Everything that would register has. */
    REGISTERED,
    /** The registry shows the fleet whole; the measurement window follows. */
    COMPLETE,
    /** The window has been swept; load may end. */
    SWEPT
  }

  /**
   * The word to go on.
   *
   * @param well whether every process came to the step well
   * @param at when all do, in nanoseconds of the run's clock
   */
  record Go(boolean well, long at) {}

  /**
   * Comes to a step, however often called, and asks whether all others have.
   *
   * @param well whether this process came to it as it should
   * @return nothing while one is still to come
   */
  Optional<Go> pass(Step step, boolean well);
}
