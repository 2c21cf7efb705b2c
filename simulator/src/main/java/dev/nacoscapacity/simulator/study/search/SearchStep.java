package dev.nacoscapacity.simulator.study.search;

/** What to do next. */
public sealed interface SearchStep {

  /** Try this size for this reason. */
  record Try(int instances, TrialStage stage) implements SearchStep {}

  /** Nothing more needs to be tried. */
  record Done(SearchResult answer) implements SearchStep {}
}
