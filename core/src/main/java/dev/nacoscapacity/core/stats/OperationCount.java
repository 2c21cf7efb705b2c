package dev.nacoscapacity.core.stats;

/** The counts of one operation's calls. */
public enum OperationCount implements Figure {
  REQUIRED("required", "calls that came due", Fold.SUM, Fold.SUM),
  STARTED("started", "calls handed to the driver", Fold.SUM, Fold.SUM),
  OK("ok", "calls answered as they should be, bodies included", Fold.SUM, Fold.SUM),
  FAILED("failed", "calls that failed for good", Fold.SUM, Fold.SUM),
  SKIPPED(
      "skipped",
      "calls that came due while the client's call before was unanswered, and were not made",
      Fold.SUM,
      Fold.SUM),
  FAILOVER_RETRIES(
      "failoverRetries",
      "attempts that failed and were made again on another node",
      Fold.SUM,
      Fold.SUM),
  IN_FLIGHT("inFlight", "calls not yet answered", Fold.SUM, Fold.LAST),
  UNSERVED(
      "unserved",
      "clients (for listen services, for scrape nodes) whose last call failed, or is a period"
          + " overdue; for register clients between two protocols",
      Fold.SUM,
      Fold.LAST),
  LONGEST_UNSERVED_MS(
      "longestUnservedMs",
      "how long one of these clients has been without an answer, since that call was due, in ms",
      Fold.MAX,
      Fold.LAST);

  private final Definition definition;

  OperationCount(String column, String description, Fold acrossShards, Fold overTime) {
    definition = new Definition(column, description, acrossShards, overTime);
  }

  @Override
  public Definition definition() {
    return definition;
  }
}
