package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes the archive of a server's classes, once, by a node that runs alone until it is ready. */
record Training(Path home, ServerVersion version, Consumer<String> progress) {

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
    folder.clear();
    Assembly assembly = new Assembly(folder, () -> jars, Optional::empty, message -> {});
    assembly.prepare(spec);
    try (Cluster trainer = assembly.cluster(spec)) {
      trainer.start();
      archive.writeBy(trainer.nodes().get(0).pid().orElseThrow());
    } catch (ClusterException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      progress.accept("going on without the archive: " + e.getMessage());
    }
    folder.clear();
  }
}
