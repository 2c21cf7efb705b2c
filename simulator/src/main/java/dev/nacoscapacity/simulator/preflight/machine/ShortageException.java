package dev.nacoscapacity.simulator.preflight.machine;

/**
 * Thrown when this machine lacks a resource for a fleet; the message names the resource and the
 * remedy.
 */
public final class ShortageException extends RuntimeException {

  public ShortageException(String message) {
    super(message);
  }
}
