package dev.nacoscapacity.reports.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a file that grows by lines; a last one that a crash cut short is left out. */
final class WholeLines {

  private WholeLines() {}

  static byte[] of(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }
}
