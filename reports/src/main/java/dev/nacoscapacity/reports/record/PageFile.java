package dev.nacoscapacity.reports.record;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A page, in a run's folder or elsewhere. */
public final class PageFile {

  private PageFile() {}

  /**
   * Writes it, whole or not at all, in place of an older one.
   *
   * @throws RecordException when it cannot be written
   */
  public static void write(Path file, byte[] html) {
    WholeFile.write(
        file,
        html,
        draft ->
            Files.newByteChannel(
                draft,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE));
  }
}
