package dev.nacoscapacity.reports.verdict;

/** What every command exits with. */
public final class ExitCode {

  /** All went as asked; of a run: it passed. */
  public static final int OK = 0;

  /** The registry did not hold what was asked of it. */
  public static final int FAIL = 1;

  /** Nothing can be said: unreachable, interrupted, unreadable, or the generator was the limit. */
  public static final int INCONCLUSIVE = 2;

  /** Wrong usage. */
  public static final int USAGE = 64;

  /** A fault of this program. */
  public static final int INTERNAL = 70;

  private ExitCode() {}
}
