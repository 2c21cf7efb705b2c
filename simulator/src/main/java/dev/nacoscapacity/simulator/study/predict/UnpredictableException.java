package dev.nacoscapacity.simulator.study.predict;

/** A run to which a model does not apply. The message gives the reason, as part of a sentence. */
public final class UnpredictableException extends Exception {

  UnpredictableException(String why) {
    super(why);
  }
}
