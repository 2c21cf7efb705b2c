package dev.nacoscapacity.simulator.preflight.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Reads the small text files of {@code /proc} and {@code /sys}; one that is not there is empty. */
final class KernelFile {

  private KernelFile() {}

  static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The words after {@code prefix} on the first line that starts with it. */
  static List<String> wordsAfter(Path file, String prefix) {
    for (String line : lines(file)) {
      if (line.startsWith(prefix)) {
        return List.of(line.substring(prefix.length()).strip().split("\\s+"));
      }
    }
    return List.of();
  }

  /** The number that a file consists of. */
  static OptionalLong number(Path file) {
    return at(wordsAfter(file, ""), 0);
  }

  /** The word at {@code index} as a number; {@code unlimited} and {@code max} are the largest. */
  static OptionalLong at(List<String> words, int index) {
    if (index >= words.size()) {
      return OptionalLong.empty();
    }
    String word = words.get(index);
    if (word.equals("unlimited") || word.equals("max")) {
      return OptionalLong.of(Long.MAX_VALUE);
    }
    try {
      return OptionalLong.of(Long.parseLong(word));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
