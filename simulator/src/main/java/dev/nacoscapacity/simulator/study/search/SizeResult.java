package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;

/** The result of a tried size. */
public interface SizeResult {

  /** The size. */
  int size();

  /** The purpose of the trial. */
  TrialStage stage();

  /** Whether it passed; inconclusive when that was not shown. */
  Status status();

  /** The figures by which a search detects a warm registry. */
  default TrialFigures figures() {
    return TrialFigures.UNKNOWN;
  }
}
