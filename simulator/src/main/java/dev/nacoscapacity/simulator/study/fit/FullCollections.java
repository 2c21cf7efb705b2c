package dev.nacoscapacity.simulator.study.fit;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.simulator.run.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Triggers a full garbage collection on each node of this machine right after the measurement
 * window, while the fleet is still registered: the heap in use is live then. Without a JDK's {@code
 * jcmd} there is no collection, and memory is not measured.
 */
public final class FullCollections implements Progress {

  private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Cluster cluster;

  /**
   * @param cluster on this machine
   */
  public FullCollections(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public void phase(String name, Duration expected) {
    if (!name.equals(Phases.SWEEP)) {
      return;
    }
    try {
      List<Process> collections = new ArrayList<>();
      for (long pid : pids()) {
        collections.add(
            new ProcessBuilder(JCMD.toString(), Long.toString(pid), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
      }
      for (Process collection : collections) {
        if (!collection.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
          collection.destroy();
        }
      }
    } catch (IOException e) {
      // Treated as if there were no jcmd: the heap figures are missing then.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long[] pids() {
    return cluster.nodes().stream().flatMapToLong(node -> node.pid().stream()).toArray();
  }
}
