package dev.nacoscapacity.simulator.shards;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The workers whose processes run, and when each sent its last message, by {@link System#nanoTime}.
 * A pause of this process itself, for example by Ctrl-Z, says nothing about the workers.
 */
final class RunningWorkers {

  /** How long a worker may be silent. A worker that is not suspended sends every second. */
  static final Duration SILENCE = Duration.ofSeconds(60);

  /** More time between two looks means that this process was paused. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Map<Integer, Long> lastMessage = new TreeMap<>();
  private long lastLook;
  private boolean looked;

  /** Called when a worker was started, or sent a message. */
  void noteMessage(int worker, long now) {
    lastMessage.put(worker, now);
  }

  /** Called when a worker's process has exited. */
  void exited(int worker) {
    lastMessage.remove(worker);
  }

  Set<Integer> all() {
    return lastMessage.keySet();
  }

  /** The workers that have been silent for too long; each is returned once in that time. */
  List<Integer> silent(long now) {
    if (looked && now - lastLook > PAUSE.toNanos()) {
      lastMessage.replaceAll((worker, last) -> now);
    }
    looked = true;
    lastLook = now;
    List<Integer> silent = new ArrayList<>();
    lastMessage.forEach(
        (worker, last) -> {
          if (now - last > SILENCE.toNanos()) {
            silent.add(worker);
          }
        });
    silent.forEach(worker -> lastMessage.put(worker, now));
    return silent;
  }
}
