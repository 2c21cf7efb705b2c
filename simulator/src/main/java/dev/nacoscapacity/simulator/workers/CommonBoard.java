package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tally;
import dev.nacoscapacity.simulator.run.TallyCodec;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The boards of all workers as one: calls of a second added up, the latest state of each. */
final class CommonBoard {

  private final Map<Integer, WorkerMessage.Second> latest = new TreeMap<>();

  /** What each has told since the last {@link #take}. */
  private final Map<Integer, Tally> fresh = new TreeMap<>();

  /** What those told who are gone. */
  private Tally rest = new Tally();

  void heard(int worker, WorkerMessage.Second second) {
    latest.put(worker, second);
    Tally told = fresh.computeIfAbsent(worker, first -> new Tally());
    told.forgetStates();
    told.add(TallyCodec.decode(second.tally()));
  }

  /** What a worker said last no longer holds. */
  void gone(int worker) {
    latest.remove(worker);
    Tally told = fresh.remove(worker);
    if (told != null) {
      told.forgetStates();
      rest.add(told);
    }
  }

  /** Whether each of the workers that are there has spoken since the last {@link #take}. */
  boolean isDue() {
    return !fresh.isEmpty() && fresh.keySet().containsAll(latest.keySet());
  }

  /** Everything since the last time. */
  Board take(String phase) {
    Tally taken = rest;
    rest = new Tally();
    fresh.values().forEach(taken::add);
    fresh.clear();
    int done = 0;
    int instances = 0;
    int connections = 0;
    double remaining = 0;
    Map<Integer, NodeRow> registry = new TreeMap<>();
    for (WorkerMessage.Second second : latest.values()) {
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
