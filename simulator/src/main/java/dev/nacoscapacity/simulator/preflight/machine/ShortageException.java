package dev.nacoscapacity.simulator.preflight.machine;

import dev.nacoscapacity.core.verdict.InconclusiveException;

/**
 * Thrown when this machine lacks a resource for a fleet; the message names the resource and the
 * remedy.
 */
public final class ShortageException extends InconclusiveException {

  public ShortageException(String message) {
    super(message);
  }
}
