package dev.nacoscapacity.simulator.proc;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads small files of {@code /proc}, many of them each second, with one open, one read and one
 * close; {@code Files} would also query the size, which is 0 there.
 */
final class ProcFile {

  private final byte[] buffer = new byte[4096];

  /** The file's first 4 KiB; nothing when it is absent, since a process may end at any time. */
  String read(File file) {
    try (FileInputStream in = new FileInputStream(file)) {
      int length = in.read(buffer);
      return new String(buffer, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** The ids of a process's threads; empty when it has ended. */
  static String[] threads(Path process) {
    String[] names = process.resolve("task").toFile().list();
    return names == null ? new String[0] : names;
  }
}
