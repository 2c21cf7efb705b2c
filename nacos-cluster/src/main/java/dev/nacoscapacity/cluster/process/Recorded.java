package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterSpec;

/**
 * What {@code spec.json} says about the cluster.
 *
 * @param nice at which priority its processes run
 * @param java which JVM runs them
 * @param createdAt ISO 8601
 */
record Recorded(ClusterSpec spec, int nice, String java, String createdAt) {}
