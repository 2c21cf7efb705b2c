package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * A stand-in with a process a node for one run of this process: where the nodes need more
 * descriptors than one process may have. Linux only.
 */
public final class StandInProcesses {

  private StandInProcesses() {}

  /**
   * Starts one on free ports and returns it when it is ready. Its nodes end with {@link
   * Cluster#close} or, at the latest, with this process, however that ends; their output is kept
   * below the temporary folder only while they run.
   *
   * @param spec of a stand-in; its ports are not used
   * @param progress told what happens while it starts
   * @throws ClusterException if it does not become ready; no process stays behind then
   */
  public static Cluster start(ClusterSpec spec, Consumer<String> progress) {
    if (spec.version() != ServerVersion.EMBEDDED) {
      throw new IllegalArgumentException("only a stand-in runs beside a run: " + spec.version());
    }
    ClusterSpec placed =
        Ports.withFreePorts(spec.withProcessPerNode(true), ThreadLocalRandom.current());
    try {
      StateFolder state = new StateFolder(Files.createTempDirectory("nacos-stand-in-"));
      Assembly assembly =
          new Assembly(
              state,
              () -> {
                throw new IllegalStateException("a stand-in needs no jars of a server");
              },
              Optional::empty,
              OptionalLong.of(ProcessHandle.current().pid()),
              progress,
              state::remove);
      assembly.prepare(placed);
      Cluster cluster = assembly.cluster(placed);
      try {
        cluster.start();
      } catch (RuntimeException e) {
        cluster.close();
        throw e;
      }
      return cluster;
    } catch (IOException e) {
      throw new ClusterException("cannot start the stand-in: " + e.getMessage(), e);
    }
  }
}
