package dev.nacoscapacity.cluster.time;

/** What goes on beside the thread that began it. */
public interface Forked {

  /** Interrupts its thread: what it waits for, or will wait for next, ends at once. */
  void interrupt();

  /** Is raised when it has ended, in whatever way. */
  Signal done();
}
