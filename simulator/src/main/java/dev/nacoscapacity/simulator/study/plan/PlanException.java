package dev.nacoscapacity.simulator.study.plan;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;

/** A plan that cannot be run as it is written; the message names file, line and column. */
public final class PlanException extends RuntimeException {

  public PlanException(String message) {
    super(message);
  }

  /** Of a file that could not be read, with what that means. */
  public static PlanException unreadable(Path file, IOException fault) {
    if (fault instanceof MalformedInputException) {
      return new PlanException(file + " is not text in UTF-8");
    }
    String why = fault instanceof AccessDeniedException ? "permission denied" : fault.getMessage();
    return new PlanException("cannot read " + file + ": " + why);
  }
}
