package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A run folder cannot be written or read. The message names the file, the problem and the remedy.
 */
public class RecordException extends InconclusiveException {

  /**
   * @param message one line: file or folder, problem, remedy
   */
  public RecordException(String message) {
    super(message);
  }

  public RecordException(String message, Throwable cause) {
    super(message, cause);
  }

  /** A file could not be read. */
  public static RecordException unreadable(Path file, Throwable cause) {
    return new RecordException("cannot read %s: %s".formatted(file, words(cause)), cause);
  }

  /** A file could not be written, most often because the disk is full. */
  static RecordException unwritable(Path file, Throwable cause) {
    return new RecordException(
        "cannot write %s: %s; free space or make the folder writable there, or use --out DIR"
            .formatted(file, words(cause)),
        cause);
  }

  /** Describes an I/O exception: the message of a file system exception is only a path. */
  static String words(Throwable fault) {
    if (fault instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (fault instanceof NoSuchFileException) {
      return "no such file";
    }
    if (fault instanceof FileAlreadyExistsException) {
      return "a file is in the way";
    }
    if (fault instanceof FileSystemException named && named.getReason() != null) {
      return named.getReason();
    }
    return fault.getMessage() == null ? fault.toString() : fault.getMessage();
  }
}
