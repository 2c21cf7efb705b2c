package dev.nacoscapacity.calibration.engines;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row of the engines' table.
 *
 * @param calls released together
 * @param heapMb of the engine's JVM
 */
record EngineSetting(EngineKind engine, Answer answer, int calls, int heapMb) {

  static final String ENGINE = "engine";
  static final String ANSWER = "answer";
  static final String CALLS = "calls";
  static final String HEAP = "heap";

  /** What the server does. The delay shows how long calls wait in front of a pool. */
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

  /** By the dimension's key. */
  Map<String, String> byDimension() {
    return of(engine.label(), answer.label, Integer.toString(calls), heapMb + " MB");
  }

  static Map<String, String> of(String engine, String answer, String calls, String heap) {
    Map<String, String> setting = new LinkedHashMap<>();
    setting.put(ENGINE, engine);
    setting.put(ANSWER, answer);
    setting.put(CALLS, calls);
    setting.put(HEAP, heap);
    return setting;
  }

  String fileName() {
    return "%s-%s-%d-%d".formatted(engine.label(), answer.name(), calls, heapMb);
  }
}
