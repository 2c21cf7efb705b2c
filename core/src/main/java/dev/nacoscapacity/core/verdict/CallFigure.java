package dev.nacoscapacity.core.verdict;

import java.util.Locale;

/** A figure of an operation's calls that can have a bound. */
public enum CallFigure {
  ACHIEVED_SHARE("AchievedShare", "least share of the required calls that ended", true),
  FAILED_SHARE("FailedShare", "largest share of the calls that may fail", true),
  P50("P50Ms", "largest median of latency", false),
  P99("P99Ms", "largest 99th percentile of latency", false),
  P999("P999Ms", "largest 99.9th percentile of latency", false),
  MAX("MaxMs", "largest latency of all", false);

  private final String suffix;
  private final String asks;
  private final boolean share;

  CallFigure(String suffix, String asks, boolean share) {
    this.suffix = suffix;
    this.asks = asks;
    this.share = share;
  }

  /** The suffix of the name of a bound, after the name of the operation. */
  public String suffix() {
    return suffix;
  }

  /** The meaning of a bound on this figure, in words. */
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
      case P99 -> 0.01;
      case P999 -> 0.001;
      case MAX -> 0;
    };
  }

  /** The common name of a percentile, for example {@code p99.9}. */
  public String percentile() {
    return this == P999 ? "p99.9" : name().toLowerCase(Locale.ROOT);
  }
}
