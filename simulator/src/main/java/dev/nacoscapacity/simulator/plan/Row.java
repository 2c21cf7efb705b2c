package dev.nacoscapacity.simulator.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import java.util.Map;

/**
 * One run of a plan. Rows with equal clusters share one.
 *
 * @param round the name of the round that the row belongs to
 * @param published the round of the published report that the row repeats, or null
 * @param cluster what the load is put on
 * @param load options of {@code bin/simulator} without their dashes, in the plan's order
 */
public record Row(String round, String published, ClusterSpec cluster, Map<String, String> load) {}
