package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import java.util.Optional;

/** Finds and starts the clusters that a plan's rows run against. */
public interface Clusters {

  /** The one that runs; empty when none does. */
  Optional<Cluster> running();

  /** Starts one, all nodes of it; it is stopped by closing it. */
  Cluster start(ClusterSpec spec);
}
