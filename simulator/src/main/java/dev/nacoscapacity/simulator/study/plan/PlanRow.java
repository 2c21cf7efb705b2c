package dev.nacoscapacity.simulator.study.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Threshold;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One run of a plan. Rows with equal cluster settings share a cluster.
 *
 * @param round the name of the round that the row belongs to
 * @param cluster under load
 * @param load options of {@code bin/simulator} without their dashes, in the plan's order
 * @param thresholds bounds of the verdict in place of the usual ones
 * @param until if the round ends with its first row of this status
 */
@JsonPropertyOrder({"round", "cluster", "load", "thresholds", "until"})
public record PlanRow(
    String round,
    ClusterSpec cluster,
    Map<String, String> load,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Threshold> thresholds,
    @JsonInclude(JsonInclude.Include.NON_NULL) Status until) {

  /**
   * What says how the clients call. A server that answered clients of one kind has yet to compile
   * what it runs for another.
   */
  Map<String, String> clientKind() {
    Map<String, String> kind = new HashMap<>(load);
    kind.keySet().retainAll(Set.of("protocol", "profile"));
    return kind;
  }

  /**
   * A short run of the same load, to warm the cluster. The run of a profile keeps its duration,
   * since the profile may have waves, which have to end within the duration.
   */
  public PlanRow toWarm() {
    PlanRow brief = withLoad("warmup", "10s");
    brief = load.containsKey("profile") ? brief : brief.withLoad("duration", "30s");
    return new PlanRow(round, cluster, brief.load, thresholds, until);
  }

  /** The same row with half of its instances; empty where a profile alone says how many. */
  Optional<PlanRow> ofHalf() {
    return Optional.ofNullable(load.get("instances"))
        .map(instances -> Integer.parseInt(instances) / 2)
        .filter(half -> half > 0)
        .map(
            half -> {
              PlanRow row = withLoad("instances", half.toString());
              boolean tooManyServices = Integer.parseInt(load.getOrDefault("services", "1")) > half;
              return tooManyServices ? row.withLoad("services", half.toString()) : row;
            });
  }

  /** The same row on a warm cluster: its warm-up only lets the effects of the ramp end. */
  public PlanRow onWarmCluster() {
    return load.containsKey("warmup") ? this : withLoad("warmup", "20s");
  }

  PlanRow withCluster(ClusterSpec other) {
    return new PlanRow(round, other, load, thresholds, until);
  }

  PlanRow withLoad(String option, String value) {
    Map<String, String> all = new LinkedHashMap<>(load);
    all.put(option, value);
    return new PlanRow(round, cluster, all, thresholds, until);
  }

  /** The cluster settings, in words. */
  public String setting() {
    return "%s, %s%s, auth %s, heap %s %s"
        .formatted(
            cluster.version(),
            ClusterSpec.counted(cluster.nodes()),
            cluster.cores().map(" of %s processors"::formatted).orElse(""),
            cluster.auth() ? "on" + (cluster.authCache() ? " with cache" : "") : "off",
            cluster.heap(),
            cluster.redacted().settings());
  }
}
