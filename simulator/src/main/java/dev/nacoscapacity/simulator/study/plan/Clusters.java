package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.simulator.session.ShutdownSignals;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds and starts the clusters that a plan's rows run against. */
public interface Clusters {

  /** The one that runs; empty when none does. */
  Optional<Cluster> running();

  /** Starts one, all nodes of it; it is stopped by closing it. */
  Cluster start(ClusterSpec spec);

  /** Those of {@code bin/nacos-cluster}; Ctrl-C does not wait until a new one has started. */
  static Clusters local(ShutdownSignals signals, Consumer<String> progress) {
    LocalClusters local = LocalClusters.here(progress);
    return new Clusters() {
      @Override
      public Optional<Cluster> running() {
        return local.find().filter(Cluster::runs);
      }

      @Override
      public Cluster start(ClusterSpec spec) {
        return signals.whileOpening(() -> local.up(spec));
      }
    };
  }
}
