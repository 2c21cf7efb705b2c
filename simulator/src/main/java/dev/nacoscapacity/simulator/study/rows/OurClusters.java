package dev.nacoscapacity.simulator.study.rows;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.simulator.session.ShutdownSignals;
import dev.nacoscapacity.simulator.study.plan.Clusters;
import java.util.Optional;
import java.util.function.Consumer;

/** The clusters of {@code bin/nacos-cluster}; Ctrl-C does not wait until a new one has started. */
final class OurClusters implements Clusters {

  private final LocalClusters local;
  private final ShutdownSignals interrupts;

  OurClusters(ShutdownSignals interrupts, Consumer<String> progress) {
    this.local = LocalClusters.here(progress);
    this.interrupts = interrupts;
  }

  @Override
  public Optional<Cluster> running() {
    return local.find().filter(Cluster::runs);
  }

  @Override
  public Cluster start(ClusterSpec spec) {
    return interrupts.whileOpening(() -> local.up(spec));
  }
}
