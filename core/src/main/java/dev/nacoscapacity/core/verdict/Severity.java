package dev.nacoscapacity.core.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * The severity of a reason, worst first: the worst reason of a run decides its status, so the order
 * defines the precedence. A scale model without fidelity excuses everything. An interruption, other
 * users of the machine, or a limit of the generator or of a gateway excuse every fault below them,
 * but not harm to other services or lost data. Instances that were dropped or never appeared
 * although they kept beating are the registry's fault even when the generator lagged elsewhere; so
 * is what was lost while it did not, or before a trial was cut short.
 */
public enum Severity {
  /** A scale model did not behave as machines of its size do, so nothing else counts. */
  FIDELITY(Status.INCONCLUSIVE),
  /** Services that existed before the run were harmed. */
  HARM(Status.FAIL),
  /** The run stopped before its planned end. */
  INTERRUPTED(Status.INCONCLUSIVE),
  /** Stored data of an operator is lost, or new data cannot be stored. */
  LOST_DATA(Status.FAIL),
  /** Others took processor time from the nodes; not a fault in itself. */
  CONTENTION(Status.INCONCLUSIVE),
  /** The registry dropped instances although they kept beating. */
  DROPPED(Status.FAIL),
  /** A trial ended before its time, by its own method, and shows nothing but what was lost. */
  CUT_SHORT(Status.INCONCLUSIVE),
  /** A registration was acknowledged, but a node never listed its instance. */
  NEVER_APPEARED(Status.FAIL),
  /** A fault that the generator, though late at times, does not explain. */
  UNEXCUSED(Status.FAIL),
  /** The generator was the limit. */
  GENERATOR(Status.INCONCLUSIVE),
  /** A gateway refused calls that instances live by, which never reached the registry. */
  GATEWAY(Status.INCONCLUSIVE),
  /** After a fault the steady state did not return, or a node did not rejoin. */
  RECOVERY(Status.FAIL),
  /** Beats of acknowledged instances were answered "unknown instance". */
  UNKNOWN_INSTANCE(Status.FAIL),
  MISSING(Status.FAIL),
  UNHEALTHY(Status.FAIL),
  /** Deregistered instances were still listed. */
  STALE(Status.FAIL),
  DIVERGENT(Status.FAIL),
  /** Changes that the registry acknowledged were not pushed to a subscriber. */
  UNDELIVERED(Status.FAIL),
  ERRORS(Status.FAIL),
  LATENCY(Status.FAIL),
  RATE(Status.FAIL),
  /** The evidence for a pass is missing. */
  UNPROVEN(Status.INCONCLUSIVE),
  /** A possible cause of the reasons above; not a fault in itself. */
  CAUSE(Status.PASS);

  private final Status status;

  Severity(Status status) {
    this.status = status;
  }

  /** Whether such a reason is one only beside others, which it may explain. */
  public boolean isBesideOthers() {
    return this == CONTENTION || this == CAUSE;
  }

  /** The status of a run whose worst reason this is. */
  public Status status() {
    return status;
  }

  /** The word in run.json: the name in lower case. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
