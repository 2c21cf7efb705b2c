package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A stand-in with a process for each node, which ends with this process: for nodes that need more
 * descriptors than one process may have. Linux only.
 */
public final class StandInProcesses {

  private StandInProcesses() {}

  /**
   * Starts a stand-in on free ports and returns it when it is ready. Its nodes end with {@link
   * Cluster#close} or, at the latest, with this process, even when it is killed; their output is
   * kept below the temporary folder while they run, and after a start that failed.
   *
   * @param spec of a stand-in; its ports are not used
   * @param progress receives a line about each step of the start
   * @throws ClusterException if it does not become ready; no process stays behind then
   */
  public static Cluster start(ClusterSpec spec, Consumer<String> progress) {
    if (spec.version() != ServerVersion.EMBEDDED) {
      throw new IllegalArgumentException(
          "only a stand-in can be started for one run: " + spec.version());
    }
    ClusterSpec placed = Ports.moveToFree(spec);
    try {
      StateFolder state = new StateFolder(Files.createTempDirectory("nacos-stand-in-"));
      OptionalLong self = OptionalLong.of(ProcessHandle.current().pid());
      AtomicBoolean started = new AtomicBoolean();
      ProcessCluster.prepare(placed, state);
      Cluster cluster =
          ProcessCluster.of(
                  placed,
                  state,
                  index -> Launch.ofStandIn(placed, index, self, state),
                  () -> clean(state, started.get()),
                  progress)
              .startOrClose();
      started.set(true);
      return cluster;
    } catch (IOException e) {
      throw new ClusterException("cannot start the stand-in: " + e.getMessage(), e);
    }
  }

  /** The error of a failed start refers to a log, so the logs stay, but secrets are removed. */
  private static void clean(StateFolder state, boolean started) {
    if (started) {
      state.remove();
    } else {
      state.forget();
    }
  }
}
