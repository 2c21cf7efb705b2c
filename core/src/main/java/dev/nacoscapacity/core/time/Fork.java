package dev.nacoscapacity.core.time;

/** A task that runs concurrently with the thread that started it. */
public interface Fork {

  /** Interrupts its thread: the current or next wait ends immediately. */
  void interrupt();

  /** A signal that is raised when the task has ended, successfully or not. */
  Signal end();
}
