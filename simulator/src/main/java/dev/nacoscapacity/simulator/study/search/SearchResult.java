package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;

/**
 * The result of a search.
 *
 * @param outcome how it ended
 * @param passes the largest size that passes, 0 when none was found
 * @param fails the smallest size above it that fails, 0 when none was found
 */
public record SearchResult(Outcome outcome, int passes, int fails) {

  /** How a search ended. */
  public enum Outcome {
    /** Between two confirmed sizes. */
    BRACKETED,
    /** The size to begin with already fails. */
    FAILS_FROM_THE_START,
    /** The largest size still passes. */
    PASSES_TO_THE_END,
    /** Two trials of a size had no verdict, usually because the generator was the limit. */
    INCONCLUSIVE,
    /** Results kept contradicting each other. */
    ERRATIC;

    /** Whether the outcome is final, so that a new search would only repeat it. */
    boolean lasts() {
      return this == BRACKETED || this == FAILS_FROM_THE_START || this == PASSES_TO_THE_END;
    }

    /** The exit code of a command that searches. */
    public int exitCode() {
      return switch (this) {
        case BRACKETED -> ExitCode.OK;
        case FAILS_FROM_THE_START -> Status.FAIL.exitCode();
        case PASSES_TO_THE_END, INCONCLUSIVE, ERRATIC -> ExitCode.INCONCLUSIVE;
      };
    }

    /** Whether the failing size is certain to fail. */
    boolean failureIsSure() {
      return this == BRACKETED || this == FAILS_FROM_THE_START;
    }
  }
}
