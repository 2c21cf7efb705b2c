package dev.nacoscapacity.simulator.study.search;

/** What to do next. */
public sealed interface SearchStep {

  /** Try this size for this reason. */
  record NextTrial(int size, TrialStage stage) implements SearchStep {}

  /** Nothing more needs to be tried. */
  record Conclusion(SearchResult answer) implements SearchStep {}
}
