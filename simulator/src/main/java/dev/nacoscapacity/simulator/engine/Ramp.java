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
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Makes one call of an operation for each actor (login, registration, deregistration, publication,
 * removal): as fast as the cluster answers without queueing, or at a given pace. So few calls are
 * in flight while a cold cluster answers slowly, and more later. Failed calls are repeated at the
 * {@link AdmissionRate}.
 */
public final class Ramp {

  private final Operation operation;
  private final int actors;
  private final List<VegasLimit> limits;
  private final IntUnaryOperator limitOf;
  private final DueTimes pace;
  private final AdmissionRate rate;
  private final IntPredicate applicable;
  private final IntConsumer start;

  private final Deque<Integer> retries = new ArrayDeque<>();

  /** By actor: when its first call in flight began; over gRPC it connects before it registers. */
  private final Map<Integer, Long> begunAt = new HashMap<>();

  private int next;
  private int completed;
  private int succeeded;

  /** By limit: number of actors with calls in flight. */
  private final int[] underWay;

  private boolean stepping;
  private String lastFailure;

  /**
   * @param operation the call
   * @param limits of concurrent calls; separate ones for actors whose calls differ in duration,
   *     such as actors that connect first
   * @param limitOf index of the limit of an actor
   * @param pace the earliest start of each actor
   * @param rate of all starts
   * @param applicable which actors have a call to make; the others count as done
   * @param start starts the call of an actor; {@link #completed} must follow
   */
  Ramp(
      Operation operation,
      int actors,
      List<VegasLimit> limits,
      IntUnaryOperator limitOf,
      DueTimes pace,
      AdmissionRate rate,
      IntPredicate applicable,
      IntConsumer start) {
    this.operation = operation;
    this.actors = actors;
    this.limits = List.copyOf(limits);
    this.limitOf = limitOf;
    this.underWay = new int[limits.size()];
    this.pace = pace;
    this.rate = rate;
    this.applicable = applicable;
    this.start = start;
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
    boolean none = retries.isEmpty() && next == actors;
    int limit = none ? 0 : limitOf.applyAsInt(retries.isEmpty() ? next : retries.peekFirst());
    return underWay[limit] < limits.get(limit).current();
  }

  private boolean beginNext(long now) {
    if (!retries.isEmpty()) {
      begin(retries.pollFirst(), now);
      return true;
    }
    if (next == actors) {
      return false;
    }
    if (!applicable.test(next)) {
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
    underWay[limitOf.applyAsInt(actor)]++;
    begunAt.put(actor, now);
    rate.started(now);
    start.accept(actor);
  }

  /**
   * Whether this ramp started a call; the connection before a registration or publication is part
   * of it. Other calls of the operation belong to an earlier ramp, renew a token, or restore a
   * registration.
   */
  boolean started(Call call, int actor) {
    boolean first =
        call.operation == Operation.CONNECT
            && (call.channel == Channel.CONFIG
                ? changesConfigurations()
                : operation == Operation.REGISTER);
    return (call.operation == operation || first) && begunAt.containsKey(actor);
  }

  /** A call of an actor has succeeded, and the actor makes another. */
  void succeeded() {
    succeeded++;
  }

  /** A call of this ramp has ended. */
  void completed(Call call, int actor) {
    long begun = begunAt.remove(actor);
    int limit = limitOf.applyAsInt(actor);
    limits.get(limit).ended(Math.max(1, call.answered - begun), underWay[limit]--, !call.ok());
    if (call.ok()) {
      completed++;
      succeeded++;
      rate.succeeded();
    } else {
      lastFailure = call.failure;
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
   * @param lastFailure failure of the last failed call; null without one
   * @param throttled see {@link AdmissionRate#throttled}
   * @param throttledByLag see {@link AdmissionRate#throttledByLag}
   */
  public record State(
      int completed,
      int succeeded,
      boolean finished,
      String lastFailure,
      boolean throttled,
      boolean throttledByLag) {

    /** The combined progress of two loops. */
    State plus(State other) {
      return new State(
          completed + other.completed,
          succeeded + other.succeeded,
          finished && other.finished,
          lastFailure == null ? other.lastFailure : lastFailure,
          throttled || other.throttled,
          throttledByLag || other.throttledByLag);
    }
  }

  State state() {
    return new State(
        completed,
        succeeded,
        completed == actors,
        lastFailure,
        rate.throttled(),
        rate.throttledByLag());
  }
}
