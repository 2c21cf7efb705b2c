package dev.nacoscapacity.simulator.engine;

/**
 * The part of a numbered group that one event loop works for: every {@code of}th member, from
 * {@code index}. Members are numbered densely from 0 within the slice.
 */
record Slice(int index, int of) {

  /** How many of {@code total} members the slice has. */
  int size(int total) {
    return (total - index + of - 1) / of;
  }

  /** The number in the whole group of the slice's {@code member}. */
  int global(int member) {
    return member * of + index;
  }

  /** The number within the slice of a member of it. */
  int member(int global) {
    return global / of;
  }
}
