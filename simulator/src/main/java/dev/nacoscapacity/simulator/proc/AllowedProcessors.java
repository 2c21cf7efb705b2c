package dev.nacoscapacity.simulator.proc;

import java.util.BitSet;

/** The processors that a process may use, for example as set by {@code taskset}. */
public final class AllowedProcessors {

  private static final String ALLOWED = "Cpus_allowed_list:";

  private AllowedProcessors() {}

  /**
   * Parses the list in a status file of {@code /proc}, such as {@code 0-1,4}.
   *
   * @return empty when unknown
   */
  public static BitSet parse(String status) {
    BitSet numbers = new BitSet();
    status
        .lines()
        .filter(line -> line.startsWith(ALLOWED))
        .flatMap(line -> line.substring(ALLOWED.length()).strip().lines())
        .forEach(
            list -> {
              for (String range : list.split(",")) {
                String[] ends = range.split("-");
                numbers.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
              }
            });
    return numbers;
  }
}
