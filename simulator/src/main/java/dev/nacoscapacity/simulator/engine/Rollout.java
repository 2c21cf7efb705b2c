package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Operation;
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
 * Does one thing once for each actor (log in, register, deregister): as fast as the cluster answers
 * without queueing, or at a given pace. A cold cluster answers slowly, so few calls are under way;
 * a warm one is not kept waiting. What fails is tried again, as {@link AdmissionRate} allows.
 */
public final class Rollout {

  private final Operation operation;
  private final int actors;
  private final List<VegasLimit> limits;
  private final IntUnaryOperator limitOf;
  private final DueTimes pace;
  private final AdmissionRate rate;
  private final IntPredicate concerned;
  private final IntConsumer start;

  private final Deque<Integer> again = new ArrayDeque<>();

  /** Since when each actor's calls are under way: over gRPC it connects before it registers. */
  private final Map<Integer, Long> begunAt = new HashMap<>();

  private int next;
  private int done;

  /** By limit. */
  private final int[] underWay;

  private boolean stepping;
  private String lastFailure;

  /**
   * @param operation what is done
   * @param limits how many calls may be under way, told of each answer: one for all actors whose
   *     calls take as long, as those that connect first and those that need not do not
   * @param limitOf which of them holds for an actor
   * @param pace when each actor may start at the earliest
   * @param rate how fast they may follow each other
   * @param concerned which actors have a call to make; the others are done at once
   * @param start starts an actor's call; {@link #completed} must follow
   */
  Rollout(
      Operation operation,
      int actors,
      List<VegasLimit> limits,
      IntUnaryOperator limitOf,
      DueTimes pace,
      AdmissionRate rate,
      IntPredicate concerned,
      IntConsumer start) {
    this.operation = operation;
    this.actors = actors;
    this.limits = List.copyOf(limits);
    this.limitOf = limitOf;
    this.underWay = new int[limits.size()];
    this.pace = pace;
    this.rate = rate;
    this.concerned = concerned;
    this.start = start;
  }

  private boolean changesConfigurations() {
    return operation == Operation.PUBLISH || operation == Operation.REMOVE;
  }

  Operation operation() {
    return operation;
  }

  /** Starts what may be started now. */
  void step(long now) {
    if (stepping) {
      // A call that ended at once; the loop below goes on after it.
      return;
    }
    stepping = true;
    boolean more = true;
    while (more && limitAllows() && rate.mayStart(now)) {
      more = beginNext(now);
    }
    stepping = false;
  }

  /** Whether the next one may start; it is waited for, so that actors come in their order. */
  private boolean limitAllows() {
    boolean none = again.isEmpty() && next == actors;
    int limit = none ? 0 : limitOf.applyAsInt(again.isEmpty() ? next : again.peekFirst());
    return underWay[limit] < limits.get(limit).current();
  }

  private boolean beginNext(long now) {
    if (!again.isEmpty()) {
      begin(again.pollFirst(), now);
      return true;
    }
    if (next == actors) {
      return false;
    }
    if (!concerned.test(next)) {
      next++;
      done++;
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
   * Whether this rollout started the call; who has to connect before it registers or publishes does
   * both in one. Others may come by: an earlier rollout's, a token's renewal, a registration that a
   * server had forgotten.
   */
  boolean started(Call call, int actor) {
    boolean first =
        call.operation == Operation.CONNECT
            && (call.config ? changesConfigurations() : operation == Operation.REGISTER);
    return (call.operation == operation || first) && begunAt.containsKey(actor);
  }

  /** A call that {@code start} made has ended. */
  void completed(Call call, int actor) {
    long begun = begunAt.remove(actor);
    int limit = limitOf.applyAsInt(actor);
    limits.get(limit).ended(Math.max(1, call.answered - begun), underWay[limit]--, !call.ok());
    if (call.ok()) {
      done++;
      rate.succeeded();
    } else {
      lastFailure = call.failure;
      again.addLast(actor);
      rate.failed(call.answered);
    }
  }

  /**
   * How far it has come.
   *
   * @param done actors whose call was answered as it should be
   * @param finished whether all were
   * @param lastFailure why the last call failed that did, or null
   * @param throttled whether it is slow by intent: see {@link AdmissionRate#throttled}
   * @param throttledByLag whether the generator's own lateness holds it back
   */
  public record State(
      int done, boolean finished, String lastFailure, boolean throttled, boolean throttledByLag) {

    /** Two loops' rollouts together. */
    State plus(State other) {
      return new State(
          done + other.done,
          finished && other.finished,
          lastFailure == null ? other.lastFailure : lastFailure,
          throttled || other.throttled,
          throttledByLag || other.throttledByLag);
    }
  }

  State state() {
    return new State(done, done == actors, lastFailure, rate.throttled(), rate.throttledByLag());
  }
}
