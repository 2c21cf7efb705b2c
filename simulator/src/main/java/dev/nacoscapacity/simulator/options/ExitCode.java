package dev.nacoscapacity.simulator.options;

/** The contract's exit codes beyond those of a verdict. */
public final class ExitCode {

  public static final int OK = 0;
  public static final int INCONCLUSIVE = 2;
  public static final int USAGE = 64;
  public static final int INTERNAL = 70;

  private ExitCode() {}
}
