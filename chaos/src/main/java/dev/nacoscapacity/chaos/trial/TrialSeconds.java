package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.checker.Second;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.time.Signal;
import dev.nacoscapacity.core.time.Time;
import java.util.ArrayList;
import java.util.List;

/** The seconds of a trial: one thread adds them, another waits for them. */
final class TrialSeconds {

  private final List<Second> seconds = new ArrayList<>();
  private Signal next = next();

  private static Signal next() {
    return new Signal("the next second of the fleet");
  }

  synchronized void add(Second second) {
    seconds.add(second);
    next.raise();
    next = next();
  }

  synchronized List<Second> all() {
    return List.copyOf(seconds);
  }

  /** Waits for the next second. */
  void awaitNext(Time time) throws InterruptedException {
    Signal awaited;
    synchronized (this) {
      awaited = next;
    }
    time.await(awaited);
  }

  /**
   * The last consecutive seconds, none of which began before a moment; empty when there are not
   * enough yet.
   */
  synchronized List<Second> last(double length, double notBefore) {
    if (seconds.isEmpty()) {
      return List.of();
    }
    double end = seconds.get(seconds.size() - 1).at();
    int from = seconds.size();
    while (from > 1
        && seconds.get(from - 2).at() >= notBefore
        && end - seconds.get(from - 1).at() < length - 0.5) {
      from--;
    }
    boolean enough = from < seconds.size() && end - start(from) >= length - 0.5;
    return enough ? List.copyOf(seconds.subList(from, seconds.size())) : List.of();
  }

  private double start(int index) {
    return seconds.get(index - 1).at();
  }

  /** Calls a second that a node answered in the last seconds. */
  synchronized double served(String node, int lastSeconds) {
    return seconds.subList(Math.max(0, seconds.size() - lastSeconds), seconds.size()).stream()
        .mapToLong(second -> second.registry().get(node).count(RegistryCount.SERVED))
        .average()
        .orElse(0);
  }
}
