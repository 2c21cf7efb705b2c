package dev.nacoscapacity.simulator.preflight.machine;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * One limit, held against what a fleet needs.
 *
 * @param item what is limited, and its unit
 * @param needed by the fleet
 * @param available here; empty when it cannot be read, which counts as enough
 * @param blocks whether a run that lacks it breaks, and does not merely slow down
 * @param mend the command or the change that makes it enough; empty when it is
 */
public record LimitCheck(
    String item, long needed, OptionalLong available, boolean blocks, String mend) {

  static LimitCheck of(
      String item, long needed, OptionalLong available, boolean blocks, String mend) {
    boolean enough = available.isEmpty() || available.getAsLong() >= needed;
    return new LimitCheck(item, needed, available, blocks, enough ? "" : mend);
  }

  public boolean enough() {
    return mend.isEmpty();
  }

  /** For a message: what is short, by how much, and what to do. */
  public String sentence() {
    return String.format(
        Locale.ROOT, "%s: %,d needed, %,d here; %s", item, needed, available.orElse(0), mend);
  }
}
