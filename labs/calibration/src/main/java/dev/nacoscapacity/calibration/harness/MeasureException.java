package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.core.verdict.InconclusiveException;

/** A measurement failed; the message gives the reason on one line. */
public final class MeasureException extends InconclusiveException {

  public MeasureException(String message) {
    super(message);
  }
}
