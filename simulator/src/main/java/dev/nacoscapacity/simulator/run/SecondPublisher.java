package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.RecordException;

/**
 * Passes each second of a run to its observers. A record that cannot be written, or a fault of an
 * observer, stops the run; the fault is thrown again once the fleet has left in order. For the
 * thread of the run.
 */
public final class SecondPublisher {

  private final Progress progress;
  private final StopSignal stop;
  private RuntimeException fault;

  public SecondPublisher(Progress progress, StopSignal stop) {
    this.progress = progress;
    this.stop = stop;
  }

  public void publish(RunSecond second) {
    try {
      progress.second(second);
    } catch (RecordException e) {
      stop.stop(StopSignal.Cause.RECORD, e.getMessage());
    } catch (RuntimeException e) {
      stop.stop(StopSignal.Cause.RECORD, "an internal error: " + e);
      fault = fault == null ? e : fault;
    }
  }

  /** Throws the first fault of an observer, if there was one. */
  public void rethrowFault() {
    if (fault != null) {
      throw fault;
    }
  }
}
