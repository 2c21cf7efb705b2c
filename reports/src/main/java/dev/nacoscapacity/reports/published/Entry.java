package dev.nacoscapacity.reports.published;

/**
 * A row of the table: what was asked of a registry, on what, and how it fared. Null means unknown.
 *
 * @param who {@code published}, or the folder of a run
 * @param series rows that differ in their load alone: the published report's rounds, or the
 *     hardware of a run
 * @param auth {@code off}, {@code on} or {@code on, cached}
 * @param nodes of the registry
 * @param cores of all nodes together, or as many as their quotas allow
 * @param memoryGb of all nodes together
 * @param clients threads of JMeter, or connections of a run
 * @param offered beats and lists a second that the instances demand
 * @param achieved of these
 * @param meanMs from sent to answered
 * @param held whether the registry carried it; null when nobody says
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

  /** Of what was offered, rounded down to tenths, so that 100 means all of it. */
  Double percent() {
    return offered == null || achieved == null ? null : Math.floor(achieved / offered * 1000) / 10;
  }

  /** Requests a second and core of the registry. */
  Double perCore() {
    return achieved == null || cores == null ? null : achieved / cores;
  }

  /** What it carried: what it answered or, where it is only said to have held, what was asked. */
  Double carried() {
    return achieved == null && Boolean.TRUE.equals(held) ? offered : achieved;
  }
}
