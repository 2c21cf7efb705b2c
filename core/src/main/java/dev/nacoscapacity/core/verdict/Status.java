package dev.nacoscapacity.core.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.Locale;

/** The status of a run, with its exit code. */
public enum Status {
  /** The registry carried the load. */
  PASS(ExitCode.OK),
  /** The registry did not carry the load. */
  FAIL(ExitCode.FAIL),
  /** The run cannot decide: it was interrupted, or the generator was the limit. */
  INCONCLUSIVE(ExitCode.INCONCLUSIVE);

  private final int exitCode;

  Status(int exitCode) {
    this.exitCode = exitCode;
  }

  /**
   * The status of several runs: one failed run fails all; a pass needs every run to be made and to
   * pass.
   *
   * @param whole whether all planned runs were made
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
