package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.core.verdict.ExitCode;
import java.util.List;

/**
 * Thrown when a run cannot begin or continue: the registry, the machine or an option forbids it.
 */
public final class Refusal extends Exception {

  private static final long serialVersionUID = 1;

  private final int exitCode;
  private final transient List<String> reasons;

  /**
   * @param exitCode of a command that makes only this run
   * @param reasons one line each: the problem and its remedy
   */
  public Refusal(int exitCode, List<String> reasons) {
    super(String.join("; ", reasons));
    this.exitCode = exitCode;
    this.reasons = List.copyOf(reasons);
  }

  /** The command line must change. */
  public static Refusal usage(String reason) {
    return new Refusal(ExitCode.USAGE, List.of(reason));
  }

  /** The registry, or what is between it and this machine, must change. */
  public static Refusal inconclusive(String reason) {
    return new Refusal(ExitCode.INCONCLUSIVE, List.of(reason));
  }

  public int exitCode() {
    return exitCode;
  }

  public List<String> reasons() {
    return reasons;
  }
}
