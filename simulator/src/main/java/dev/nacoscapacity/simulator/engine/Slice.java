package dev.nacoscapacity.simulator.engine;

/**
 * The part of a numbered group that belongs to one event loop: every {@code of}th element, from
 * {@code index}. Its members are numbered from 0 without gaps.
 */
record Slice(int index, int of) {

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
}
