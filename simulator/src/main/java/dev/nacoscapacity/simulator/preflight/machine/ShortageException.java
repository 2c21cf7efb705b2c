package dev.nacoscapacity.simulator.preflight.machine;

/**
 * This machine lacks a resource for a fleet; the message names the resource and the command that
 * fixes it.
 */
public final class ShortageException extends RuntimeException {

  public ShortageException(String message) {
    super(message);
  }
}
