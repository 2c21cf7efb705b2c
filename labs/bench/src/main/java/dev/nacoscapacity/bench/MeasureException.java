package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.verdict.InconclusiveException;

/** A measurement failed; the message gives the reason on one line. */
final class MeasureException extends InconclusiveException {

  MeasureException(String message) {
    super(message);
  }
}
