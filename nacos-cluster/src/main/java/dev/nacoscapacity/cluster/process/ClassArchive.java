package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The server's classes as the JVM keeps them in memory, on disk (class data sharing): a node that
 * maps them, instead of parsing and verifying 15,000, starts with a fifth less work.
 *
 * @param file one for a JVM and a class path; it may not exist yet
 */
record ClassArchive(Path file) {

  private static final String PREFIX = "classes-";

  /** Without this argument a JVM cannot write an archive later. */
  private static final String RECORD = "-XX:+RecordDynamicDumpInfo";

  /** The archive for this JVM and these jars, in their server's folder. */
  static ClassArchive of(ServerJars jars) {
    CRC32 key = new CRC32();
    key.update(System.getProperty("java.vm.version").getBytes());
    try {
      for (Path jar : jars.jars()) {
        // The JVM ignores an archive when its jars were modified later.
        key.update((jar + " " + Files.getLastModifiedTime(jar)).getBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ClassArchive(
        jars.folder().resolve(PREFIX + Long.toHexString(key.getValue()) + ".jsa"));
  }

  Optional<Path> existing() {
    return Optional.of(file).filter(Files::exists);
  }

  /**
   * Creates the archive of a server's classes if it is missing, with a single node that runs until
   * it has served a client, so that the archive also contains the classes for serving. Nodes also
   * start without an archive, only slower.
   *
   * @param cluster whose server it is
   */
  static void makeOnce(ClusterSpec cluster, ServerJars jars, Consumer<String> progress) {
    ClassArchive archive = of(jars);
    if (archive.existing().isPresent()) {
      return;
    }
    progress.accept("writing an archive of the server's classes, once: later starts are faster");
    ClusterSpec spec =
        Ports.moveToFree(cluster.alone())
            .withAuth(true)
            .withJvmArg(RECORD)
            .withJvmArg("-XX:TieredStopAtLevel=1");
    StateFolder folder = new StateFolder(archive.file().resolveSibling("training"));
    try (FileChannel lock = folder.lock("another command is writing it")) {
      archive.make(spec, jars, folder);
    } catch (ClusterException | IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new ClusterException("interrupted while writing the class archive", e);
      }
      progress.accept("going on without the archive: " + e.getMessage());
    }
  }

  private void make(ClusterSpec spec, ServerJars jars, StateFolder folder) throws IOException {
    // A node left by a killed command may still run.
    folder.recorded().ifPresent(leftover -> alone(leftover.spec(), jars, folder).close());
    folder.clear();
    ProcessCluster.prepare(spec, folder);
    folder.record(StateFolder.ClusterRecord.now(spec));
    try (Cluster cluster = alone(spec, jars, folder)) {
      cluster.start();
      writeBy(cluster.nodes().get(0).pid().orElseThrow());
    } finally {
      folder.clear();
    }
  }

  private static Cluster alone(ClusterSpec spec, ServerJars jars, StateFolder folder) {
    return ProcessCluster.of(
        spec,
        folder,
        index ->
            Launch.ofServer(
                    spec, index, jars, Optional.empty(), folder.node(ClusterSpec.nodeName(index)))
                .endingWithItsStarter(),
        folder::forget,
        line -> {});
  }

  /**
   * Has a running server write the archive and removes older ones.
   *
   * @param pid of a server that was started with {@link #RECORD} and is ready
   */
  private void writeBy(long pid) throws IOException {
    Path unfinished = file.resolveSibling("unfinished-" + pid + ".jsa");
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Files.deleteIfExists(unfinished);
      Process dump =
          new ProcessBuilder(
                  jcmd.toString(),
                  Long.toString(pid),
                  "VM.cds",
                  "dynamic_dump",
                  unfinished.toString())
              .redirectErrorStream(true)
              .start();
      String answer = new String(dump.getInputStream().readAllBytes());
      if (dump.waitFor() != 0 || !Files.exists(unfinished)) {
        throw new ClusterException("jcmd wrote no class archive: " + answer.strip());
      }
      removeOlder();
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while jcmd wrote", e);
    }
  }

  private void removeOlder() throws IOException {
    try (Stream<Path> files = Files.list(file.getParent())) {
      List<Path> older =
          files.filter(path -> path.getFileName().toString().startsWith(PREFIX)).toList();
      for (Path path : older) {
        Files.delete(path);
      }
    }
  }
}
