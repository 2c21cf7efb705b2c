package dev.nacoscapacity.simulator.preflight.machine;

/** This machine lacks what a fleet needs; the message names it and the command that changes it. */
public final class ShortageException extends RuntimeException {

  public ShortageException(String message) {
    super(message);
  }
}
