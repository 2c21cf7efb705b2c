package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Calls that are released together, with the start and end of each call. */
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

  /** All calls are released: from now on each waits for its answer. */
  void released() {
    released = System.nanoTime();
  }

  /** The engine has started a call. */
  void began(int call) {
    began(call, System.nanoTime());
  }

  void began(int call, long nanos) {
    began[call] = nanos;
  }

  void answered(int call) {
    end(call, ANSWERED);
  }

  /** A call failed. The first cause is reported. */
  void failed(int call, Throwable cause) {
    failed(call, cause.toString());
  }

  void failed(int call, String cause) {
    disturbed(cause);
    end(call, FAILED);
  }

  /** The wave is invalid, regardless of its calls. The first cause is reported. */
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

  /** The result of the wave, by the keys of the part's metrics. */
  Round round() {
    int[] answered =
        IntStream.range(0, calls()).filter(call -> state.get(call) == ANSWERED).toArray();
    long last =
        IntStream.range(0, calls())
            .filter(call -> state.get(call) != 0)
            .mapToLong(call -> ended[call])
            .max()
            .orElse(released);
    return round(
        calls(),
        IntStream.of(answered).mapToDouble(call -> millis(ended[call] - released)).toArray(),
        IntStream.of(answered).mapToDouble(call -> millis(ended[call] - began[call])).toArray(),
        millis(last - released),
        error.get());
  }

  /**
   * The result of a wave; times in ms.
   *
   * @param calls of the wave
   * @param latencies of the answered calls, from the release to the answer
   * @param owns latencies of the same calls from their start by the engine, as an engine would
   *     report them itself
   * @param finish from the release to the end of the last call
   * @param error why the first failed call failed; null when no call failed
   */
  static Round round(int calls, double[] latencies, double[] owns, double finish, String error) {
    int answered = latencies.length;
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(EnginesPart.OK, 100.0 * answered / calls);
    if (answered > 0) {
      double[] sorted = DoubleStream.of(latencies).sorted().toArray();
      figures.put(EnginesPart.MEAN, DoubleStream.of(sorted).average().orElseThrow());
      figures.put(EnginesPart.P90, sorted[(int) Math.ceil(0.9 * answered) - 1]);
      figures.put(EnginesPart.OWN, DoubleStream.of(owns).average().orElseThrow());
    }
    figures.put(EnginesPart.FINISH, finish);
    return new Round(
        figures,
        error == null && answered < calls
            ? "%,d of %,d calls were not answered".formatted(calls - answered, calls)
            : error);
  }

  private static double millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }
}
