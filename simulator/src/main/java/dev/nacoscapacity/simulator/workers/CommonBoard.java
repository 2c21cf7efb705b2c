package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tally;
import dev.nacoscapacity.simulator.run.TallyCodec;
import dev.nacoscapacity.simulator.truth.NodeRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The boards of all workers as one: calls of a second added up, the latest state of each. */
final class CommonBoard {

  private final Map<Integer, Word.Second> latest = new TreeMap<>();
  private final Set<Integer> fresh = new HashSet<>();
  private Tally tally = new Tally();

  void heard(int worker, Word.Second second) {
    latest.put(worker, second);
    fresh.add(worker);
    tally.add(TallyCodec.decode(second.tally()));
  }

  /** What a worker said last no longer holds. */
  void gone(int worker) {
    latest.remove(worker);
    fresh.remove(worker);
  }

  /** Whether each of the workers that are there has spoken since the last {@link #take}. */
  boolean isDue() {
    return !fresh.isEmpty() && fresh.containsAll(latest.keySet());
  }

  /** Everything since the last time. */
  Board take(String phase) {
    Tally taken = tally;
    tally = new Tally();
    fresh.clear();
    int done = 0;
    int instances = 0;
    int connections = 0;
    double remaining = 0;
    Map<Integer, NodeRow> registry = new TreeMap<>();
    for (Word.Second second : latest.values()) {
      done += second.done();
      instances += second.instances();
      connections += second.connections();
      remaining = Math.max(remaining, second.remainingSeconds());
      second.registry().forEach(row -> registry.merge(row.node(), row, NodeRow::plus));
    }
    List<NodeRow> rows = new ArrayList<>(registry.values());
    return new Board(phase, remaining, done, instances, connections, taken, rows);
  }
}
