package dev.nacoscapacity.core.record;

import java.nio.file.Path;

/**
 * A run folder cannot be written or read. The message names the file, the problem and the remedy.
 */
public class RecordException extends RuntimeException {

  /**
   * @param message one line: file or folder, problem, remedy
   */
  public RecordException(String message) {
    super(message);
  }

  public RecordException(String message, Throwable cause) {
    super(message, cause);
  }

  static RecordException unreadable(Path file, Throwable cause) {
    return new RecordException("cannot read %s: %s".formatted(file, IoErrors.words(cause)), cause);
  }

  /** A file could not be written, most often because the disk is full. */
  static RecordException unwritable(Path file, Throwable cause) {
    return new RecordException(
        "cannot write %s: %s; free space or make the folder writable there, or use --out DIR"
            .formatted(file, IoErrors.words(cause)),
        cause);
  }
}
