package dev.nacoscapacity.chaos.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Finds unexpected failures by randomized simulation: each seed draws a cluster, a fleet, faults
 * and their moments, and the whole run in virtual time must keep to {@link Invariants}. The same
 * fifty seeds each time; {@code -Dseeds=N -Dseed=FIRST} runs others, {@code -Dgrpc=true} over gRPC,
 * all of the fleet or a part, where the cluster speaks it.
 */
@Execution(ExecutionMode.CONCURRENT)
class SimulationIT {

  private static final int SEEDS = 50;

  /** One seed in so many runs twice. */
  private static final int REPEATED = 10;

  private static final int FAILURES_SHOWN = 5;

  @Test
  void shouldKeepItsInvariantsWhateverIsDrawn() {
    long first = Long.getLong("seed", 1);
    int seeds = Integer.getInteger("seeds", System.getProperty("seed") == null ? SEEDS : 1);
    List<String> failures = new ArrayList<>();
    for (long seed = first; seed < first + seeds && failures.size() < FAILURES_SHOWN; seed++) {
      String failure = failure(seed);
      if (failure != null) {
        failures.add(failure);
      }
    }
    assertThat(failures).as("seeds that fail").isEmpty();
  }

  /** What goes wrong with a seed; null when nothing does. */
  static String failure(long seed) {
    Drawn drawn = Drawn.of(seed);
    try {
      Simulated run = new Simulated(drawn).run();
      String text = run.toString();
      Invariants.check(run);
      if (seed % REPEATED == 0) {
        assertThat(new Simulated(drawn).run()).as("the same run again").hasToString(text);
      }
      return null;
    } catch (Exception | AssertionError | StackOverflowError e) {
      return """
          %s
          %s
          at %s
          replay: mvn verify -pl chaos -am -Dtest=none -Dit.test=SimulationIT -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false -Dseed=%d"""
          .formatted(drawn, e, where(e), seed);
    }
  }

  private static String where(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    List<String> lines = new ArrayList<>();
    for (StackTraceElement line : root.getStackTrace()) {
      if (line.getClassName().startsWith("dev.nacoscapacity") && lines.size() < 5) {
        lines.add(line.toString());
      }
    }
    return String.join("\n   ", lines) + (root == thrown ? "" : "\n   cause " + root);
  }
}
