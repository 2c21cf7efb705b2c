package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
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

  /** What a JVM needs to be told before it can write an archive. */
  static final String RECORD = "-XX:+RecordDynamicDumpInfo";

  /** The archive for this JVM and these jars, beside their folder. */
  static ClassArchive of(ServerJars jars) {
    CRC32 key = new CRC32();
    key.update(System.getProperty("java.vm.version").getBytes());
    try {
      for (Path jar : jars.jars()) {
        // The JVM ignores an archive whose jars were touched since.
        key.update((jar + " " + Files.getLastModifiedTime(jar)).getBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path folder = jars.jars().get(0).getParent().getParent();
    return new ClassArchive(folder.resolve(PREFIX + Long.toHexString(key.getValue()) + ".jsa"));
  }

  Optional<Path> existing() {
    return Optional.of(file).filter(Files::exists);
  }

  /**
   * Has a running server write the archive and removes older ones.
   *
   * @param pid of a server that was started with {@link #RECORD} and is ready
   */
  void writeBy(long pid) {
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while writing the class archive", e);
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
