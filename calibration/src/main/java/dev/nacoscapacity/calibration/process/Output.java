package dev.nacoscapacity.calibration.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a process has written so far, to stdout and stderr, in a file that goes on growing. */
final class Output {

  private final Path file;

  Output(Path file) {
    this.file = file;
  }

  /** How many lines are this one. */
  long count(String line) throws IOException {
    return read(lines -> lines.filter(line::equals).count());
  }

  /** The rest of the first line that begins like this. */
  Optional<String> after(String beginning) throws IOException {
    return read(lines -> rests(lines, beginning).findFirst());
  }

  /** The rest of the last line that begins like this. */
  Optional<String> lastAfter(String beginning) throws IOException {
    return read(lines -> rests(lines, beginning).reduce((before, line) -> line));
  }

  private static Stream<String> rests(Stream<String> lines, String beginning) {
    return lines
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()));
  }

  /** The first line that holds these words, from there on. */
  Optional<String> from(String words) throws IOException {
    return read(
        lines ->
            lines
                .filter(line -> line.contains(words))
                .map(line -> line.substring(line.indexOf(words)))
                .findFirst());
  }

  /** The last line, or an empty text. */
  String last() throws IOException {
    return read(lines -> lines.reduce("", (before, line) -> line));
  }

  private <T> T read(Function<Stream<String>, T> of) throws IOException {
    // Any bytes may be written, and a file that is half written is no mistake. A stream, since
    // Files.lines reads by a channel, which an interrupt would close.
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1))) {
      return of.apply(reader.lines());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
