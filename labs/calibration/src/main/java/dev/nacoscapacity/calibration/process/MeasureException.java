package dev.nacoscapacity.calibration.process;

/** A measurement failed; the message gives the reason on one line. */
public final class MeasureException extends RuntimeException {

  public MeasureException(String message) {
    super(message);
  }
}
