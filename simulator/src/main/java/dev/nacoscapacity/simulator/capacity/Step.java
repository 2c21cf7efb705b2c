package dev.nacoscapacity.simulator.capacity;

/** What to do next. */
public sealed interface Step {

  /** Try this size for this reason. */
  record Try(int instances, Stage stage) implements Step {}

  /** Nothing more needs to be tried. */
  record Done(Answer answer) implements Step {}
}
