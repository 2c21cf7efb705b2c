package dev.nacoscapacity.reports.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * How much a reason weighs, worst first: the worst reason of a run decides its status. The order
 * therefore holds the rules of precedence. Being interrupted or limited by the generator excuses
 * every fault below it, but not the harm done to others; instances that were dropped, or never
 * appeared, although they kept beating are the registry's fault even when the generator lagged
 * elsewhere.
 */
public enum Severity {
  /** Services that were there before the run suffered. */
  HARM(Status.FAIL),
  /** The run ended before its time. */
  INTERRUPTED(Status.INCONCLUSIVE),
  /** Instances kept beating, and yet the registry dropped them. */
  DROPPED(Status.FAIL),
  /** What an operator had stored is gone, or nothing new can be stored. */
  LOST_DATA(Status.FAIL),
  /** A registration was acknowledged, and its instance is nowhere to be seen on a node. */
  NEVER_APPEARED(Status.FAIL),
  /** The generator was the limit. */
  GENERATOR(Status.INCONCLUSIVE),
  /** After a fault the steady state, or a node, did not come back. */
  RECOVERY(Status.FAIL),
  /** Beats of acknowledged instances were answered "unknown instance". */
  UNKNOWN_INSTANCE(Status.FAIL),
  MISSING(Status.FAIL),
  UNHEALTHY(Status.FAIL),
  /** Deregistered instances were still listed. */
  STALE(Status.FAIL),
  DIVERGENT(Status.FAIL),
  ERRORS(Status.FAIL),
  LATENCY(Status.FAIL),
  RATE(Status.FAIL),
  /** What would be needed for a pass was not seen. */
  UNPROVEN(Status.INCONCLUSIVE),
  /** Nothing wrong in itself: what the reasons above may come from. */
  CAUSE(Status.PASS);

  private final Status status;

  Severity(Status status) {
    this.status = status;
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
