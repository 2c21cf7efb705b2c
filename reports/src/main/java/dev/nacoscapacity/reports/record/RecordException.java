package dev.nacoscapacity.reports.record;

import java.nio.file.Path;

/** A run folder cannot be written or read. The message names the file, the fault and the mend. */
public final class RecordException extends RuntimeException {

  /**
   * @param message one line: file or folder, fault, mend
   */
  public RecordException(String message) {
    super(message);
  }

  public RecordException(String message, Throwable cause) {
    super(message, cause);
  }

  static RecordException unreadable(Path file, Throwable cause) {
    return new RecordException("cannot read %s: %s".formatted(file, Faults.words(cause)), cause);
  }

  /** A file that could not be written, most often because the disk is full. */
  static RecordException unwritable(Path file, Throwable cause) {
    return new RecordException(
        "cannot write %s: %s; free space or make the folder writable there, or use --out DIR"
            .formatted(file, Faults.words(cause)),
        cause);
  }
}
