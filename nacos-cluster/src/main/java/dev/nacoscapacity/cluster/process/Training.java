package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes the archive of a server's classes, once, by a node that runs alone until it is ready. */
record Training(Path home, ServerVersion version, Consumer<String> progress) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final Duration QUESTION = Duration.ofSeconds(5);

  /** Makes it if it is missing. Without one, nodes start too, only slower. */
  void once() throws IOException {
    ServerJars jars = ServerJars.assembled(home, version);
    ClassArchive archive = ClassArchive.of(jars);
    if (archive.existing().isPresent()) {
      return;
    }
    progress.accept("writing an archive of the server's classes, once: later starts are faster");
    ClusterSpec spec =
        ClusterSpec.of(version, 1)
            .withAuth(true)
            .withBasePort(Ports.freeBase())
            .withJvmArg(ClassArchive.RECORD)
            .withJvmArg("-XX:TieredStopAtLevel=1");
    StateFolder folder = new StateFolder(archive.file().resolveSibling("training"));
    try (FileChannel lock = folder.lock("another command is writing it")) {
      train(spec, folder, jars, archive);
    } catch (ClusterException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      progress.accept("going on without the archive: " + e.getMessage());
    }
  }

  private static void train(
      ClusterSpec spec, StateFolder folder, ServerJars jars, ClassArchive archive)
      throws IOException {
    Assembly assembly = new Assembly(folder, () -> jars, Optional::empty, message -> {});
    // The node of a command that was killed meanwhile runs on.
    folder.recorded().ifPresent(left -> assembly.cluster(left.spec()).close());
    folder.clear();
    assembly.prepare(spec);
    folder.record(Recorded.now(spec));
    try (Cluster alone = assembly.cluster(spec)) {
      Node node = alone.nodes().get(0);
      node.start();
      awaitService(node);
      archive.writeBy(node.pid().orElseThrow());
    } finally {
      folder.clear();
    }
  }

  /**
   * Until it serves a client, since the classes on his way belong into the archive, too. A node
   * alone sometimes never has a raft leader, and with it no users; it has loaded nearly all classes
   * by then.
   */
  private static void awaitService(Node node) {
    AdminClient client = AdminClient.of(node.http(), QUESTION);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!serves(client) && System.nanoTime() - end < 0) {
      Poll.sleep(LOOK_AGAIN);
    }
    if (node.state() != NodeState.UP) {
      throw new ClusterException("the node that loads them is " + node.state());
    }
  }

  private static boolean serves(AdminClient client) {
    try {
      client.withToken(client.login(Readiness.USER, Readiness.PASSWORD)).members();
      return true;
    } catch (AdminException e) {
      return false;
    }
  }
}
