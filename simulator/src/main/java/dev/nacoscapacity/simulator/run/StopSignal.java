package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.time.Signal;
import dev.nacoscapacity.cluster.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asks a run to end early, in order: load stops, what was registered is deregistered, the record is
 * written. The first request counts. Any thread may ask.
 */
public final class StopSignal {

  /** Why a run should end early. */
  public enum Cause {
    /** The user wants it. */
    INTERRUPTED,
    /** The registry comes to harm: a service of others has lost an instance. */
    HARM,
    /** The registry, or a node of it, seems to be gone: nothing was heard from it. */
    SILENCE,
    /** The registry seems to be gone, but the generator itself was late: that may be why. */
    GENERATOR,
    /** The record cannot be written. */
    RECORD
  }

  /** A request, with its reason in words. */
  public record Request(Cause cause, String reason) {}

  private final AtomicReference<Request> request = new AtomicReference<>();
  private final Signal requested = new Signal("a stop");

  public void stop(Cause cause, String reason) {
    if (request.compareAndSet(null, new Request(cause, reason))) {
      requested.raise();
    }
  }

  public Optional<Request> request() {
    return Optional.ofNullable(request.get());
  }

  /** Why the run had to end for the registry's sake, if it had to. */
  public Optional<String> harm() {
    return reason(Cause.HARM).or(() -> reason(Cause.SILENCE));
  }

  /** Likewise, where others were told to have lost something, which no lateness excuses. */
  public Optional<String> loss() {
    return reason(Cause.HARM);
  }

  /** Likewise, if the generator itself was late by then. */
  public Optional<String> generator() {
    return reason(Cause.GENERATOR);
  }

  private Optional<String> reason(Cause cause) {
    return request().filter(asked -> asked.cause() == cause).map(Request::reason);
  }

  /** Why the run ended before its time otherwise, if it did. */
  public Optional<String> interruption() {
    return request()
        .filter(asked -> asked.cause() == Cause.INTERRUPTED || asked.cause() == Cause.RECORD)
        .map(Request::reason);
  }

  /** Waits so long; a stop requested meanwhile ends the wait, one requested before does not. */
  public void awaitFor(long nanos) {
    awaitFor(Duration.ofNanos(nanos), Time.wall());
  }

  /** Likewise, in a time that may be another than this machine's. */
  void awaitFor(Duration atMost, Time time) {
    try {
      if (requested.isRaised()) {
        time.sleep(atMost);
      } else {
        time.await(requested, atMost);
      }
    } catch (InterruptedException e) {
      stop(Cause.INTERRUPTED, "the run's thread was interrupted");
    }
  }
}
