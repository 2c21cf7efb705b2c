package dev.nacoscapacity.jmeter.launch;

/** What bin/jmeter exits with. */
final class ExitCode {

  static final int PASS = 0;
  static final int FAIL = 1;

  /** Nothing could be said: unreachable, refused, interrupted, or no sample. */
  static final int INCONCLUSIVE = 2;

  static final int USAGE = 64;
  static final int INTERNAL = 70;

  private ExitCode() {}
}
