package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.study.TrialFigures;

/** What came of a size that a search had tried. */
public interface SizeResult {

  /** The size. */
  int instances();

  /** What it was tried for. */
  TrialStage stage();

  /** Whether it passed; inconclusive when that was not shown. */
  Status status();

  /** What was measured, by which a search tells a warm registry from a cold one. */
  default TrialFigures figures() {
    return TrialFigures.UNKNOWN;
  }
}
