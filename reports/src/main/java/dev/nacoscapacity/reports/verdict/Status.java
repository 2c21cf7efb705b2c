package dev.nacoscapacity.reports.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
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

  /**
   * What several runs come to: one that failed fails all; a pass needs every run, and conclusive.
   *
   * @param whole whether all were made that were to be
   */
  public static Status worst(Collection<Status> all, boolean whole) {
    if (all.contains(FAIL)) {
      return FAIL;
    }
    return !whole || all.contains(INCONCLUSIVE) ? INCONCLUSIVE : PASS;
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
