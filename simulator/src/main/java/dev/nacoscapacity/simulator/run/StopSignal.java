package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Signal;
import dev.nacoscapacity.core.time.Time;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Requests that a run end early in an orderly way: the load stops, the fleet deregisters, the
 * record is written. Only the first request counts. Safe for use by several threads.
 */
public final class StopSignal {

  /** Why a run should end early. */
  public enum Cause {
    /** The user interrupted the run. */
    INTERRUPTED,
    /** The run harms the registry: a service of other users has lost an instance. */
    HARM,
    /** No answer from the registry, or one of its nodes, for too long. */
    SILENCE,
    /** No answer for too long, but the generator was late, which may be the cause. */
    GENERATOR,
    /** A gateway refuses calls in the place of the registry. */
    GATEWAY,
    /** A bound is broken by which the user wants the run to end. */
    BOUND,
    /** The record cannot be written. */
    RECORD;

    /** Whether a registry of others is to be left alone after such a stop. */
    public boolean protectsRegistry() {
      return this != INTERRUPTED && this != BOUND && this != RECORD;
    }
  }

  /** A request, with the reason. */
  public record Request(Cause cause, Message reason) {}

  private final AtomicReference<Request> request = new AtomicReference<>();
  private final Signal requested = new Signal("a stop");

  /** Requests the stop. */
  public void stop(Cause cause, Message reason) {
    if (request.compareAndSet(null, new Request(cause, reason))) {
      requested.raise();
    }
  }

  /**
   * Requests the stop when a signal arrives, until the result is closed.
   *
   * @param language of what the user reads
   * @param leftBehind what the second Ctrl-C leaves behind besides instances, and the remedy; empty
   *     for nothing
   */
  public ShutdownSignals onSignal(PrintStream err, Language language, String leftBehind) {
    return ShutdownSignals.open(
        err,
        language,
        signal -> stop(Cause.INTERRUPTED, Message.of("stop.signal", with("signal", signal))),
        Message.of("stop.deregistering"),
        language.say("leftBehind.registered") + leftBehind);
  }

  public Optional<Request> request() {
    return Optional.ofNullable(request.get());
  }

  /** The reason for a stop to protect the registry. */
  public Optional<Message> harm() {
    return reason(Cause.HARM).or(() -> reason(Cause.SILENCE));
  }

  /** The reason for a stop after a loss of instances of others, whatever the generator did. */
  public Optional<Message> loss() {
    return reason(Cause.HARM);
  }

  /** The reason for a stop after silence while the generator was late. */
  public Optional<Message> generator() {
    return reason(Cause.GENERATOR);
  }

  /** The reason for a stop because a gateway refuses calls. */
  public Optional<Message> gateway() {
    return reason(Cause.GATEWAY);
  }

  /** The reason for a stop after which a registry of others is left alone. */
  public Optional<Message> protection() {
    return request().filter(each -> each.cause().protectsRegistry()).map(Request::reason);
  }

  private Optional<Message> reason(Cause cause) {
    return request().filter(each -> each.cause() == cause).map(Request::reason);
  }

  /** The reason for a stop by the user, or because the record cannot be written. */
  public Optional<Message> interruption() {
    return reason(Cause.INTERRUPTED).or(() -> reason(Cause.RECORD));
  }

  /**
   * Waits for a time in nanoseconds; a stop requested meanwhile, but not earlier, ends the wait.
   */
  public void awaitFor(long nanos) {
    awaitFor(Duration.ofNanos(nanos), Time.wall());
  }

  /** Like {@link #awaitFor(long)}, on a time that may be virtual. */
  void awaitFor(Duration atMost, Time time) {
    try {
      if (requested.isRaised()) {
        time.sleep(atMost);
      } else {
        time.await(requested, atMost);
      }
    } catch (InterruptedException e) {
      stop(Cause.INTERRUPTED, Message.of("stop.thread"));
    }
  }
}
