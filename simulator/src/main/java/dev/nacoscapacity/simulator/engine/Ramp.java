package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes one call of an operation for each actor (login, registration, deregistration, publication,
 * removal): as fast as the cluster answers without queueing, or at a given pace. So few calls are
 * in flight while a cold cluster answers slowly, and more later. Failed calls are repeated at the
 * {@link AdmissionRate}.
 */
public final class Ramp {

  /** Who makes the calls: numbered from 0. */
  interface Actors {

    int count();

    /**
     * The number of an actor's limit of concurrent calls. Actors whose calls differ in duration,
     * such as those that connect first, have separate ones.
     */
    int limitOf(int actor);

    /** Whether an actor has a call to make; otherwise it counts as done. */
    boolean isConcerned(int actor);

    /** Starts the call of an actor; {@link Ramp#completed} must follow. */
    void start(int actor);

    /** Whether an actor that has lost its connection connects again to deregister. */
    default boolean connectToLeave() {
      return false;
    }
  }

  private final Operation operation;
  private final Actors actors;
  private final List<VegasLimit> limits;
  private final DueTimes pace;
  private final AdmissionRate rate;

  private final Deque<Integer> retries = new ArrayDeque<>();

  /** By actor: when its first call in flight began; over gRPC it connects before it registers. */
  private final Map<Integer, Long> begunAt = new HashMap<>();

  private int next;
  private int completed;
  private int succeeded;

  /** By limit: number of actors with calls in flight. */
  private final int[] underWay;

  private boolean stepping;
  private Optional<String> lastFailure = Optional.empty();

  /**
   * @param operation the call
   * @param limits of concurrent calls, by {@link Actors#limitOf}
   * @param pace the earliest start of each actor
   * @param rate of all starts
   */
  Ramp(
      Operation operation,
      Actors actors,
      List<VegasLimit> limits,
      DueTimes pace,
      AdmissionRate rate) {
    this.operation = operation;
    this.actors = actors;
    this.limits = List.copyOf(limits);
    this.underWay = new int[limits.size()];
    this.pace = pace;
    this.rate = rate;
  }

  private boolean changesConfigurations() {
    return operation == Operation.PUBLISH || operation == Operation.REMOVE;
  }

  Operation operation() {
    return operation;
  }

  /** Starts the calls that may start now. */
  void step(long now) {
    if (stepping) {
      // Called recursively, because a call ended at once; the loop below continues.
      return;
    }
    stepping = true;
    boolean more = true;
    while (more && limitAllows() && rate.mayStart(now)) {
      more = beginNext(now);
    }
    stepping = false;
  }

  /** Whether the limit of the next actor permits a start; actors start strictly in order. */
  private boolean limitAllows() {
    boolean none = retries.isEmpty() && next == actors.count();
    int limit = none ? 0 : actors.limitOf(retries.isEmpty() ? next : retries.peekFirst());
    return underWay[limit] < limits.get(limit).current();
  }

  private boolean beginNext(long now) {
    if (!retries.isEmpty()) {
      begin(retries.pollFirst(), now);
      return true;
    }
    if (next == actors.count()) {
      return false;
    }
    if (!actors.isConcerned(next)) {
      next++;
      completed++;
      return true;
    }
    if (now - pace.at(next) < 0) {
      return false;
    }
    begin(next++, now);
    return true;
  }

  private void begin(int actor, long now) {
    underWay[actors.limitOf(actor)]++;
    begunAt.put(actor, now);
    rate.started(now);
    actors.start(actor);
  }

  /**
   * Whether this ramp started a call; the connection before a registration, deregistration or
   * publication is part of it. Other calls of the operation belong to an earlier ramp, renew a
   * token, or restore a registration.
   */
  boolean started(Call call, int actor) {
    boolean first =
        call.operation == Operation.CONNECT
            && (call.channel() == Channel.CONFIG
                ? changesConfigurations()
                : operation == Operation.REGISTER
                    || operation == Operation.DEREGISTER && actors.connectToLeave());
    return (call.operation == operation || first) && begunAt.containsKey(actor);
  }

  /** A call of an actor has succeeded, and the actor makes another. */
  void succeeded() {
    succeeded++;
  }

  /** Handles the end of a call, if this ramp started it, and starts others. */
  void ended(Call call, int actor, long now) {
    if (started(call, actor)) {
      completed(call, actor);
      step(now);
    }
  }

  /** A call of this ramp has ended. */
  void completed(Call call, int actor) {
    long begun = begunAt.remove(actor);
    int limit = actors.limitOf(actor);
    limits.get(limit).ended(Math.max(1, call.answered - begun), underWay[limit]--, !call.ok());
    if (call.ok()) {
      completed++;
      succeeded++;
      rate.succeeded();
    } else {
      lastFailure = Optional.of(call.failure);
      retries.addLast(actor);
      rate.failed(call.answered);
    }
  }

  /**
   * The progress of a ramp.
   *
   * @param completed number of actors whose call succeeded, or that have none to make
   * @param succeeded number of calls that succeeded; an actor that publishes or removes several
   *     configurations makes several
   * @param finished whether all calls succeeded
   * @param lastFailure failure of the last failed call
   * @param throttled see {@link AdmissionRate#throttled}
   * @param throttledByLag see {@link AdmissionRate#throttledByLag}
   */
  public record State(
      int completed,
      int succeeded,
      boolean finished,
      Optional<String> lastFailure,
      boolean throttled,
      boolean throttledByLag) {

    /** The combined progress of two loops. */
    State plus(State other) {
      return new State(
          completed + other.completed,
          succeeded + other.succeeded,
          finished && other.finished,
          lastFailure.or(other::lastFailure),
          throttled || other.throttled,
          throttledByLag || other.throttledByLag);
    }
  }

  State state() {
    return new State(
        completed,
        succeeded,
        completed == actors.count(),
        lastFailure,
        rate.throttled(),
        rate.throttledByLag());
  }
}
