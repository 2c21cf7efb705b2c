package dev.nacoscapacity.calibration.engines;

import java.time.Duration;
import java.util.Map;

/**
 * A row of the engines' table.
 *
 * @param calls released together
 * @param heapMb of the engine's JVM
 */
record EngineSetting(EngineKind engine, Answer answer, int calls, int heapMb) {

  /** What the server does. The delay shows how long calls wait for a thread of a pool. */
  enum Answer {
    FIXED("fixed", Duration.ZERO),
    DELAYED("500 ms", Duration.ofMillis(500));

    private final String label;
    private final Duration delay;

    Answer(String label, Duration delay) {
      this.label = label;
      this.delay = delay;
    }

    Duration delay() {
      return delay;
    }
  }

  /** The setting, by the keys of the dimensions. */
  Map<String, String> byDimension() {
    return EnginesPart.TABLE.setting(
        engine.label(), answer.label, Integer.toString(calls), heapMb + " MB");
  }

  String fileName() {
    return "%s-%s-%d-%d".formatted(engine.label(), answer.name(), calls, heapMb);
  }
}
