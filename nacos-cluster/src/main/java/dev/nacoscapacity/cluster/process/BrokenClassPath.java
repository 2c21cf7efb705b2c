package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
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
 * Finds in a node's logs that it misses classes or methods. Such a node seems to be up: it answers
 * calls, and goes without what the class was for, its pushes for example.
 */
final class BrokenClassPath {

  private static final Pattern SIGNS =
      Pattern.compile(
          "NoClassDefFoundError|ClassNotFoundException|NoSuchMethod(Error|Exception)"
              + "|NoSuchFieldError|AbstractMethodError|IncompatibleClassChangeError|LinkageError");

  private BrokenClassPath() {}

  /**
   * The first line that says so, after the name of its file.
   *
   * @param logs a node's folder of logs; one that is not there says nothing
   */
  static Optional<String> in(Path logs) {
    if (!Files.isDirectory(logs)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(logs)) {
      return files
          .filter(Files::isRegularFile)
          .sorted()
          .flatMap(BrokenClassPath::lines)
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      throw new ClusterException("cannot read " + logs + ": " + e.getMessage(), e);
    }
  }

  private static Stream<String> lines(Path log) {
    // Latin-1 reads any bytes; the signs are ASCII.
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> SIGNS.matcher(line).find())
          .findFirst()
          .map(line -> log.getFileName() + ": " + line.strip())
          .stream();
    } catch (NoSuchFileException e) {
      // Rolled away since it was listed.
      return Stream.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
