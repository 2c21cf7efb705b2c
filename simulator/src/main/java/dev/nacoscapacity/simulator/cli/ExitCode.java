package dev.nacoscapacity.simulator.cli;

/** The contract's exit codes beyond those of a verdict. */
final class ExitCode {

  static final int OK = 0;
  static final int INCONCLUSIVE = 2;
  static final int USAGE = 64;
  static final int INTERNAL = 70;

  private ExitCode() {}
}
