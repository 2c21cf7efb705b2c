package dev.nacoscapacity.simulator.study.predict;

/** A run that a model says nothing about. The message says why, in half a line. */
public final class Unpredictable extends Exception {

  Unpredictable(String why) {
    super(why);
  }
}
