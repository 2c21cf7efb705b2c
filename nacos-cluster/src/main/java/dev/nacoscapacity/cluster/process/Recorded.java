package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterSpec;
import java.time.Instant;

/**
 * What {@code spec.json} says about the cluster. The nodes' own configuration has the secrets.
 *
 * @param nice at which priority its processes run
 * @param java which JVM runs them
 * @param createdAt ISO 8601
 */
record Recorded(ClusterSpec spec, int nice, String java, String createdAt) {

  /** Of a cluster that is begun now, by this JVM. */
  static Recorded now(ClusterSpec spec) {
    return new Recorded(
        spec.redacted(),
        DetachedProcess.NICE,
        System.getProperty("java.vm.version"),
        Instant.now().toString());
  }
}
