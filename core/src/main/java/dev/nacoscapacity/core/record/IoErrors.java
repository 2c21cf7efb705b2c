package dev.nacoscapacity.core.record;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes I/O exceptions: the message of a file system exception is only a path. */
final class IoErrors {

  private IoErrors() {}

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
