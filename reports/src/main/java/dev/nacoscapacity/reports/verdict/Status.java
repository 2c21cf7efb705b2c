package dev.nacoscapacity.reports.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a run ended, and the exit code that says so. */
public enum Status {
  /** The registry held what was asked of it. */
  PASS(ExitCode.OK),
  /** The registry did not. */
  FAIL(ExitCode.FAIL),
  /** The run cannot tell: it was cut short, or the generator was the limit. */
  INCONCLUSIVE(ExitCode.INCONCLUSIVE);

  private final int exitCode;

  Status(int exitCode) {
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }

  /** The word in run.json: the name in lower case. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
