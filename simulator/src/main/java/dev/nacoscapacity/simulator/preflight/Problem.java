package dev.nacoscapacity.simulator.preflight;

/**
 * A reason why a run must not start.
 *
 * @param exitCode 64 when the command line must change, 2 when the registry must
 * @param text one line: the problem and its remedy
 */
public record Problem(int exitCode, String text) {

  static Problem usage(String text) {
    return new Problem(64, text);
  }

  static Problem registry(String text) {
    return new Problem(2, text);
  }
}
