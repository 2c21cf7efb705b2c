package dev.nacoscapacity.reports.cli;

/** The exit codes of commands that judge nothing. */
final class ExitCode {

  static final int OK = 0;

  /** A run folder that cannot be read or written. */
  static final int UNREADABLE = 2;

  static final int USAGE = 64;
  static final int INTERNAL = 70;

  private ExitCode() {}
}
