package dev.nacoscapacity.calibration.engines;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Calls that are let go together, and when each began and ended. */
final class Wave {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int ANSWERED = 1;
  private static final int FAILED = 2;

  private final long[] began;
  private final long[] ended;
  private final AtomicIntegerArray state;
  private final CountDownLatch open;
  private final AtomicReference<String> error = new AtomicReference<>();
  private volatile long released;

  Wave(int calls) {
    began = new long[calls];
    ended = new long[calls];
    state = new AtomicIntegerArray(calls);
    open = new CountDownLatch(calls);
  }

  int calls() {
    return began.length;
  }

  /** All calls may go: from here on each of them waits to be answered. */
  void released() {
    released = System.nanoTime();
  }

  /** A call is taken up by what carries it. */
  void began(int call) {
    began(call, System.nanoTime());
  }

  void began(int call, long nanos) {
    began[call] = nanos;
  }

  void answered(int call) {
    end(call, ANSWERED);
  }

  /** A call came to nothing. The first cause is told. */
  void failed(int call, Throwable cause) {
    failed(call, cause.toString());
  }

  void failed(int call, String cause) {
    disturbed(cause);
    end(call, FAILED);
  }

  /** It was no wave as it should be, whatever became of its calls. The first cause is told. */
  void disturbed(String cause) {
    error.compareAndSet(null, cause);
  }

  private void end(int call, int how) {
    ended[call] = System.nanoTime();
    if (state.compareAndSet(call, 0, how)) {
      open.countDown();
    }
  }

  /** Waits until all calls have ended. */
  boolean await(long seconds) throws InterruptedException {
    return open.await(seconds, TimeUnit.SECONDS);
  }

  WaveFigures figures() {
    int[] answered =
        IntStream.range(0, calls()).filter(call -> state.get(call) == ANSWERED).toArray();
    long last =
        IntStream.range(0, calls())
            .filter(call -> state.get(call) != 0)
            .mapToLong(call -> ended[call])
            .max()
            .orElse(released);
    return WaveFigures.of(
        calls(),
        IntStream.of(answered).mapToDouble(call -> millis(ended[call] - released)).toArray(),
        IntStream.of(answered).mapToDouble(call -> millis(ended[call] - began[call])).toArray(),
        millis(last - released),
        error.get());
  }

  private static double millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }
}
