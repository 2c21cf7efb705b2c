package dev.nacoscapacity.core.record;

import java.nio.file.Path;

/** Writes a page, in the folder of a run or elsewhere. */
public final class PageFile {

  private PageFile() {}

  /**
   * Writes a page atomically, and replaces an older one.
   *
   * @throws RecordException when the page cannot be written
   */
  public static void write(Path file, byte[] html) {
    AtomicFile.write(file, html);
  }
}
