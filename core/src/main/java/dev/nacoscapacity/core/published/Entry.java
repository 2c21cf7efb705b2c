package dev.nacoscapacity.core.published;

/**
 * A row of the table: the load on a registry, its hardware, and the result. Null means unknown.
 *
 * @param who {@code published}, or the folder of a run
 * @param series groups rows that differ only in their load: a round of the published report, or the
 *     hardware of a run
 * @param auth {@code off}, {@code on} or {@code on, cached}
 * @param nodes of the registry
 * @param cores of all nodes together, limited by their quotas
 * @param memoryGb of all nodes together
 * @param clients threads of JMeter, or connections of a run
 * @param offered beats and lists a second that the instances demand
 * @param achieved of the offered calls
 * @param meanMs from sent to answered
 * @param held whether the registry carried the load; null when unknown
 */
record Entry(
    String who,
    String series,
    String version,
    String auth,
    int nodes,
    Double cores,
    Double memoryGb,
    Integer clients,
    Integer services,
    Integer instances,
    Double offered,
    Double achieved,
    Double meanMs,
    Boolean held,
    String remark) {

  static final String OFF = "off";

  /**
   * The achieved share of the offered load in percent, rounded down to tenths, so that 100 means
   * all calls.
   */
  Double percent() {
    return offered == null || achieved == null ? null : Math.floor(achieved / offered * 1000) / 10;
  }

  /** Requests a second for each core of the registry. */
  Double perCore() {
    return achieved == null || cores == null ? null : achieved / cores;
  }

  /**
   * The carried load: the achieved rate, or the offered rate when the source only says that it
   * held.
   */
  Double carried() {
    return achieved == null && Boolean.TRUE.equals(held) ? offered : achieved;
  }
}
