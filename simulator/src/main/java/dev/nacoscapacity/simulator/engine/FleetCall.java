package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.client.Call;
import java.util.Optional;

/**
 * A call as an event loop makes it. Each kind of call is one class: when it is due, its requests,
 * what its answer contains, and what the loop does when it is written and when it has ended.
 */
public abstract class FleetCall extends Call {

  /** The calls that it is one of; empty when it is not periodic. */
  Optional<PeriodicCalls<?>> periodic = Optional.empty();

  /** For a periodic call: the number of its actor in the schedule. */
  int scheduledActor;

  /** Period of the actor's calls in nanoseconds; 0 when the call is not periodic. */
  long period;

  FleetCall(Kind kind) {
    super(kind);
  }

  /** Whether the client does not leave before it has ended. */
  boolean delaysDeparture(Caller caller) {
    return kind.link() != Link.NONE;
  }

  /** Whether a periodic call ended soon enough after the next arrival for that to be made. */
  boolean endsInTimeFor(long arrival) {
    return false;
  }

  /** It is about to be sent. */
  void starting(FleetLoop loop) {}

  /** An attempt was written at {@link #written}. */
  void isWritten(FleetLoop loop) {}

  /** It has ended and is about to be counted; an answer with a wrong content fails now. */
  void judge(FleetLoop loop) {}

  /** It has ended and was counted. */
  void ended(FleetLoop loop) {}

  /** What follows from its end, unless the loop is closed. */
  abstract void react(FleetLoop loop);

  /** Where every call of an instance, not only its beat, keeps the instance alive, this one did. */
  final void renewRegistration(FleetLoop loop) {
    if (loop.caller.keepsAlive(this)) {
      loop.observer.beatWritten(this);
    }
  }
}
