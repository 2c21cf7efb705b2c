package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a record was made of, which decides what it can tell. */
public enum Source {
  /** A fleet of this project, or a merge of several. */
  FLEET,
  /** The JTL of one of this project's plans, which tells its settings. */
  PLAN_JTL,
  /** The JTL of any other plan: calls alone, of nobody knows how many instances or which nodes. */
  JTL;

  /** As in a record. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Whether clients waited for an answer before their next call, so that latency is from the start
   * of a call, and not from the time it was due.
   */
  public boolean closedLoop() {
    return this == PLAN_JTL || this == JTL;
  }

  /** Whether it tells the target, the workload, and the rate that calls were due at. */
  public boolean tellsWorkload() {
    return this != JTL;
  }
}
