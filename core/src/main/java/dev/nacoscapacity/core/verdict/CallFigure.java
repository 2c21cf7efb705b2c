package dev.nacoscapacity.core.verdict;

/** A figure of an operation's calls that can have a bound. */
public enum CallFigure {
  ACHIEVED_SHARE("achieved", "share of the required calls that ended", true),
  FAILED_SHARE("failed", "share of the calls that failed", true),
  P50("p50", "median of latency", false),
  P90("p90", "90th percentile of latency", false),
  P95("p95", "95th percentile of latency", false),
  P99("p99", "99th percentile of latency", false),
  P999("p99.9", "99.9th percentile of latency", false),
  MAX("max", "longest latency", false);

  private final String label;
  private final String asks;
  private final boolean share;

  CallFigure(String label, String asks, boolean share) {
    this.label = label;
    this.asks = asks;
    this.share = share;
  }

  /** Its name in a threshold, after that of the operation: {@code p99.9}. */
  public String label() {
    return label;
  }

  /** What it is, in words. */
  public String asks() {
    return asks;
  }

  /** Whether the figure is a share of 0 to 1; otherwise it is a time in ms. */
  public boolean isShare() {
    return share;
  }

  /**
   * The share of the calls that is beyond a measured value: those that failed or were not made, or
   * took longer.
   *
   * @param measured a share for a share, and not used for a time
   */
  public double shareBeyond(double measured) {
    return switch (this) {
      case ACHIEVED_SHARE -> 1 - measured;
      case FAILED_SHARE -> measured;
      case P50 -> 0.5;
      case P90 -> 0.1;
      case P95 -> 0.05;
      case P99 -> 0.01;
      case P999 -> 0.001;
      case MAX -> 0;
    };
  }
}
