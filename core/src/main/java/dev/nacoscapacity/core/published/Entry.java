package dev.nacoscapacity.core.published;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A row of the table: the load on a registry, its hardware, and the result. What is unknown is
 * absent.
 *
 * @param who {@code published}, or the folder of a run
 * @param series groups rows that differ only in their load: a round of the published report, or the
 *     hardware of a run
 * @param cluster as a whole
 * @param offered beats and lists a second that the instances demand
 */
record Entry(
    String who,
    String series,
    Cluster cluster,
    Load load,
    Double offered,
    Result result,
    String remark) {

  static final String OFF = "off";

  /**
   * The nodes of a registry, each or all together.
   *
   * @param auth {@code off}, {@code on} or {@code on, cached}
   * @param cores limited by quotas
   */
  record Cluster(
      String version,
      String auth,
      int nodes,
      Double cores,
      @JsonProperty("memory_gb") Double memoryGb) {

    /** All nodes, of which this is each. */
    Cluster whole() {
      return new Cluster(version, auth, nodes, nodes * cores, nodes * memoryGb);
    }
  }

  /**
   * What a registry had to carry.
   *
   * @param clients threads of JMeter, or connections of a run
   */
  record Load(@JsonProperty("threads") Integer clients, Integer services, Integer instances) {}

  /**
   * What a registry did.
   *
   * @param achieved answered calls a second: beats and lists together, or long polls
   * @param meanMs from sent to answered
   * @param held whether the registry carried the load
   */
  record Result(
      @JsonProperty("tps") Double achieved,
      @JsonProperty("mean_rt_ms") Double meanMs,
      Boolean held) {}

  /**
   * The achieved share of the offered load in percent, rounded down to tenths, so that 100 means
   * all calls.
   */
  Double percent() {
    return offered == null || result.achieved == null
        ? null
        : Math.floor(result.achieved / offered * 1000) / 10;
  }

  /** Requests a second for each core of the registry. */
  Double perCore() {
    return result.achieved == null || cluster.cores == null
        ? null
        : result.achieved / cluster.cores;
  }

  /**
   * The carried load: the achieved rate, or the offered rate when the source only says that it
   * held.
   */
  Double carried() {
    return result.achieved == null && Boolean.TRUE.equals(result.held) ? offered : result.achieved;
  }
}
