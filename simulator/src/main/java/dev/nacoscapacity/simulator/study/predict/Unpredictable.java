package dev.nacoscapacity.simulator.study.predict;

/** A run to which a model does not apply. The message gives the reason, as part of a sentence. */
public final class Unpredictable extends Exception {

  Unpredictable(String why) {
    super(why);
  }
}
