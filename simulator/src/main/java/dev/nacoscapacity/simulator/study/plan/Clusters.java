package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds and starts the clusters that a plan's rows run against. */
public interface Clusters {

  /** The running cluster; empty when there is none. */
  Optional<Cluster> running();

  /** Starts a cluster with all nodes; closing it stops it. */
  Cluster start(ClusterSpec spec);

  /** Starts the nodes of the running cluster that do not run. */
  void startNodes(Cluster running);

  /** The clusters of {@code bin/nacos-cluster}; Ctrl-C interrupts a start. */
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

      @Override
      public void startNodes(Cluster running) {
        // Not while an experiment keeps them down.
        try (FileChannel claim = local.claimNodes()) {
          signals.whileOpening(running::start);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }
}
