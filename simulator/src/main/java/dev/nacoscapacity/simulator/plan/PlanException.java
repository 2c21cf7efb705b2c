package dev.nacoscapacity.simulator.plan;

/** A plan that cannot be run as it is written; the message names file, line and column. */
public final class PlanException extends RuntimeException {

  public PlanException(String message) {
    super(message);
  }
}
