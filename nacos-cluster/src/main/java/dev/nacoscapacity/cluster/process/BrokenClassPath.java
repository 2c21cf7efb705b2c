package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds messages about missing classes or methods in a node's logs. Such a node seems to be up and
 * answers calls, but a function is missing, for example pushes.
 */
final class BrokenClassPath {

  private static final Pattern SIGNS =
      Pattern.compile(
          "NoClassDefFoundError|ClassNotFoundException|NoSuchMethod(Error|Exception)"
              + "|NoSuchFieldError|AbstractMethodError|IncompatibleClassChangeError|LinkageError");

  private BrokenClassPath() {}

  /**
   * The first such line, after the name of its file.
   *
   * @param logs a node's folder of logs, which may not exist
   */
  static Optional<String> in(Path logs) {
    // Not by a walk, which fails when a log is rotated meanwhile.
    File[] entries = logs.toFile().listFiles();
    if (entries == null) {
      if (Files.notExists(logs)) {
        return Optional.empty();
      }
      throw new ClusterException("cannot list the files in " + logs);
    }
    return Stream.of(entries)
        .sorted()
        .map(File::toPath)
        .flatMap(entry -> (Files.isDirectory(entry) ? in(entry) : line(entry)).stream())
        .findFirst();
  }

  private static Optional<String> line(Path log) {
    // Latin-1 reads any bytes; the searched texts are ASCII.
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> SIGNS.matcher(line).find())
          .findFirst()
          .map(line -> log.getFileName() + ": " + line.strip());
    } catch (NoSuchFileException e) {
      // The file was rotated since it was listed.
      return Optional.empty();
    } catch (IOException | UncheckedIOException e) {
      throw new ClusterException("cannot read " + log + ": " + e.getMessage(), e);
    }
  }
}
