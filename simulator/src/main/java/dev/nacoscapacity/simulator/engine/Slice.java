package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.function.LongSupplier;

/**
 * The part of a fleet that belongs to one event loop: every {@code of}th element of a numbered
 * group, from {@code index}. Its members are numbered from 0 without gaps.
 *
 * @param settings the workload of the loop
 * @param clock time stamps of calls in nanoseconds, as the driver uses
 */
record Slice(Fleet fleet, LoopSettings settings, LongSupplier clock, int index, int of) {

  /** The number of instances. */
  int size() {
    return size(fleet.size());
  }

  /** The number of members of the slice in a group of {@code total}. */
  int size(int total) {
    return (total - index + of - 1) / of;
  }

  /** The number in the group of a member. */
  int global(int member) {
    return member * of + index;
  }

  /** The number in the slice of an element of the group that belongs to it. */
  int member(int global) {
    return global / of;
  }

  long now() {
    return clock.getAsLong();
  }
}
