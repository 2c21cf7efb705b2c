package dev.nacoscapacity.cluster.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Ctrl-C during a start: the start is interrupted, and cleans up before the JVM exits. */
final class Interrupts {

  private static final int EXIT = 2;
  private static final int CLEANUP_SECONDS = 30;

  private Interrupts() {}

  /** Runs the work; SIGINT or SIGTERM interrupts this thread and waits for the work to end. */
  static <T> T guard(Supplier<T> work) {
    Thread worker = Thread.currentThread();
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              worker.interrupt();
              await(ended);
              System.err.println("interrupted");
              // The JVM would exit with the signal's number.
              Runtime.getRuntime().halt(EXIT);
            });
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.get();
    } finally {
      ended.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The JVM is shutting down, and the hook ends it.
        Thread.interrupted();
        await(new CountDownLatch(1));
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(CLEANUP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
