package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
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
    try {
      return files(logs).stream().sorted().flatMap(BrokenClassPath::lines).findFirst();
    } catch (IOException | UncheckedIOException e) {
      throw new ClusterException("cannot read " + logs + ": " + e.getMessage(), e);
    }
  }

  private static List<Path> files(Path logs) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        logs,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            // The file does not exist, or was rotated since its folder was listed.
            return e instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.visitFileFailed(file, e);
          }
        });
    return files;
  }

  private static Stream<String> lines(Path log) {
    // Latin-1 reads any bytes; the searched texts are ASCII.
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> SIGNS.matcher(line).find())
          .findFirst()
          .map(line -> log.getFileName() + ": " + line.strip())
          .stream();
    } catch (NoSuchFileException e) {
      // The file was rotated since it was listed.
      return Stream.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
