package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.reports.verdict.Status;

/**
 * What a search found.
 *
 * @param outcome how it ended
 * @param passes the largest size that passes, 0 when none was found
 * @param fails the smallest size above it that fails, 0 when none was found
 * @param descends the largest size that passed right after an overload, 0 when none did; below
 *     {@code passes} that one failed right after two overloads and passed between them: the
 *     registry does not recover by itself at once; {@link #UNKNOWN} when that was not tried, was no
 *     overload, or had no verdict
 */
public record SearchResult(Outcome outcome, int passes, int fails, int descends) {

  /** What passes right after an overload, when nothing was learnt of it. */
  public static final int UNKNOWN = -1;

  /** How a search ended. */
  public enum Outcome {
    /** Between two confirmed sizes. */
    BRACKETED,
    /** The size to begin with already fails. */
    FAILS_FROM_THE_START,
    /** The largest size still passes. */
    PASSES_TO_THE_END,
    /** Trials of a size had no verdict twice, mostly since the generator was the limit. */
    INCONCLUSIVE,
    /** Results kept contradicting each other. */
    ERRATIC;

    /** Whether it answers the question, so that asking again would only repeat it. */
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

    /** Whether the size that fails is known to. */
    boolean failureIsSure() {
      return this == BRACKETED || this == FAILS_FROM_THE_START;
    }
  }
}
