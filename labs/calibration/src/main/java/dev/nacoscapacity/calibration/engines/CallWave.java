package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Calls that are released together. */
final class CallWave {

  private final int calls;
  private final CountDownLatch open;
  private final AtomicLong released = new AtomicLong();
  private final List<Sample> samples = new ArrayList<>();

  /**
   * A call that has ended; times in ms.
   *
   * @param ended since the release
   * @param own since the engine took the call up, as the engine would report it itself
   * @param failure null when it was answered
   */
  record Sample(double ended, double own, String failure) {}

  CallWave(int calls) {
    this.calls = calls;
    this.open = new CountDownLatch(calls);
  }

  int calls() {
    return calls;
  }

  /** All calls are released: from the first time on, each waits for its answer. */
  void released() {
    released.compareAndSet(0, System.nanoTime());
  }

  /**
   * A call has ended.
   *
   * @param began when the engine took it up, in ns
   * @param failure null when it was answered
   */
  void ended(long began, String failure) {
    long now = System.nanoTime();
    synchronized (samples) {
      samples.add(new Sample((now - released.get()) / 1e6, (now - began) / 1e6, failure));
    }
    open.countDown();
  }

  /** The result when all calls have ended, or after some seconds. */
  Round await(long seconds) throws InterruptedException {
    open.await(seconds, TimeUnit.SECONDS);
    synchronized (samples) {
      return round(calls, samples);
    }
  }

  /**
   * The result of a wave, by the keys of the part's metrics.
   *
   * @param ended those of its calls that ended
   */
  static Round round(int calls, List<Sample> ended) {
    List<Sample> answered = ended.stream().filter(sample -> sample.failure == null).toList();
    double[] sorted = answered.stream().mapToDouble(Sample::ended).sorted().toArray();
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(EnginesPart.OK, 100.0 * answered.size() / calls);
    if (sorted.length > 0) {
      figures.put("mean", answered.stream().mapToDouble(Sample::ended).average().orElse(0));
      figures.put("p90", sorted[(int) Math.ceil(0.9 * sorted.length) - 1]);
      figures.put("own", answered.stream().mapToDouble(Sample::own).average().orElse(0));
    }
    figures.put("finish", ended.stream().mapToDouble(Sample::ended).max().orElse(0));
    int open = calls - ended.size();
    String unanswered =
        open == 0 ? null : "%,d of %,d calls were not answered".formatted(open, calls);
    return new Round(
        figures,
        ended.stream()
            .map(Sample::failure)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(unanswered));
  }
}
