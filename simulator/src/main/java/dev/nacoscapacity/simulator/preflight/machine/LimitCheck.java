package dev.nacoscapacity.simulator.preflight.machine;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * One limit compared with the requirement of a fleet.
 *
 * @param item the limited resource, and its unit
 * @param needed amount that the fleet needs
 * @param available amount on this machine; empty when it cannot be read, which counts as enough
 * @param blocks whether a shortage breaks a run instead of only slowing it
 * @param remedy command or change that removes the shortage; empty when there is no shortage
 */
public record LimitCheck(
    String item, long needed, OptionalLong available, boolean blocks, String remedy) {

  static LimitCheck of(
      String item, long needed, OptionalLong available, boolean blocks, String remedy) {
    boolean enough = available.isEmpty() || available.getAsLong() >= needed;
    return new LimitCheck(item, needed, available, blocks, enough ? "" : remedy);
  }

  public boolean enough() {
    return remedy.isEmpty();
  }

  /** Describes the shortage and the remedy. */
  public String sentence() {
    return String.format(
        Locale.ROOT, "%s: %,d needed, %,d here; %s", item, needed, available.orElse(0), remedy);
  }
}
