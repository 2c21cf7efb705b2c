package dev.nacoscapacity.core.verdict;

/** The exit codes of every command. */
public final class ExitCode {

  /** The command succeeded; a run passed. */
  public static final int OK = 0;

  /** The registry did not carry the load. */
  public static final int FAIL = 1;

  /** Inconclusive: unreachable, interrupted, unreadable, or the generator was the limit. */
  public static final int INCONCLUSIVE = 2;

  /** Wrong usage. */
  public static final int USAGE = 64;

  /** An internal error of this program. */
  public static final int INTERNAL = 70;

  private ExitCode() {}
}
