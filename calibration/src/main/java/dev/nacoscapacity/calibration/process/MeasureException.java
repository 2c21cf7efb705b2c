package dev.nacoscapacity.calibration.process;

/** Nothing can be measured; the message says why, on one line. */
public final class MeasureException extends RuntimeException {

  public MeasureException(String message) {
    super(message);
  }
}
