package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Writes histories by hand: three nodes and 30 instances, a second after the other from 1 on, all
 * well unless said otherwise.
 */
final class Histories {

  static final Hypothesis HYPOTHESIS = new Hypothesis(0.01, 5, 1.2, 10, 0, Map.of());

  /** The same, which accepts so many of a figure on a node. */
  static Hypothesis accepting(String figure, long most) {
    return new Hypothesis(0.01, 5, 1.2, 10, 0, Map.of(figure, most));
  }

  /** p99 5 ms, worst second 8 ms: a stretch's p99 may be 18 ms. */
  static final Baseline BASELINE = new Baseline(0, 10, 100, 0, 5, 8);

  private static final int INSTANCES = 30;

  private final Map<Integer, Draft> drafts = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private double unknownSeconds = 20;

  /** One second that may be changed. */
  static final class Draft {
    private final RunStats stats = new RunStats(List.of("node1", "node2", "node3"));
    private double latencyMs = 5;

    Draft() {
      stats.of(Operation.BEAT).add(OperationCount.OK, 100);
      stats.of(Operation.CONNECT).add(OperationCount.STARTED, 1);
      stats.registry().values().forEach(Draft::listsAll);
    }

    private static void listsAll(RegistryStats node) {
      node.set(RegistryCount.EXPECTED, (long) INSTANCES);
      node.set(RegistryCount.PRESENT, (long) INSTANCES);
      node.set(RegistryCount.HEALTHY, (long) INSTANCES);
    }

    Draft failed(long calls) {
      stats.of(Operation.BEAT).add(OperationCount.OK, -calls);
      stats.of(Operation.BEAT).fail("timed out", calls);
      return this;
    }

    Draft rerouted(long attempts) {
      stats.of(Operation.BEAT).set(OperationCount.FAILOVER_RETRIES, attempts);
      return this;
    }

    Draft unserved(long clients, long longestMs) {
      stats.of(Operation.BEAT).set(OperationCount.UNSERVED, clients);
      stats.of(Operation.BEAT).set(OperationCount.LONGEST_UNSERVED_MS, longestMs);
      return this;
    }

    Draft moving(long clients) {
      stats.of(Operation.REGISTER).set(OperationCount.UNSERVED, clients);
      return this;
    }

    Draft latency(double ms) {
      latencyMs = ms;
      return this;
    }

    Draft rate(Operation operation, long calls) {
      stats.of(operation).set(OperationCount.STARTED, calls);
      return this;
    }

    Draft missing(String node, long instances) {
      lists(node, RegistryCount.PRESENT, INSTANCES - instances);
      lists(node, RegistryCount.HEALTHY, INSTANCES - instances);
      return lists(node, RegistryCount.MISSING, instances);
    }

    Draft missesAll(String node) {
      return missing(node, INSTANCES);
    }

    /** Beats of this second that were answered "unknown instance". */
    Draft lost(String node, long beats) {
      return lists(node, RegistryCount.UNKNOWN_INSTANCE_BEATS, beats);
    }

    Draft unknown(String node, long instances) {
      stats.registry().get(node).forget(RegistryCount.PRESENT);
      stats.registry().get(node).forget(RegistryCount.HEALTHY);
      return lists(node, RegistryCount.UNKNOWN, instances);
    }

    /** Drops of this second. */
    Draft dropped(String node, long instances) {
      return lists(node, RegistryCount.DROPS, instances);
    }

    private Draft lists(String node, RegistryCount figure, long instances) {
      stats.registry().get(node).set(figure, instances);
      return this;
    }

    TrialSecond at(int second) {
      Histogram latency = new Histogram(3);
      latency.recordValueWithCount((long) (latencyMs * 1000), 100);
      return new TrialSecond(second, stats, latency);
    }
  }

  /** The second that ends then. */
  Draft second(int at) {
    return drafts.computeIfAbsent(at, s -> new Draft());
  }

  /** Changes each of these seconds, the last one included. */
  Histories seconds(int from, int to, Consumer<Draft> change) {
    IntStream.rangeClosed(from, to).mapToObj(this::second).forEach(change);
    return this;
  }

  /** A fault whose hook began before it was seen to break the node. */
  Histories hooked(String kind, String node, double intentAt, double signalAt, Double healAt) {
    faults.add(new Fault(kind, node, false, 10L, 20, intentAt, signalAt, null, null, healAt));
    return this;
  }

  /** A fault with its heal, or null for none. */
  Histories fault(String kind, String node, double signalAt, Double healAt) {
    faults.add(
        new Fault(kind, node, false, 10L, 20, signalAt, signalAt, signalAt, signalAt, healAt));
    return this;
  }

  /** For how long what a node listed counts when it lists no more. */
  Histories unknownAfter(double seconds) {
    unknownSeconds = seconds;
    return this;
  }

  Histories sees(double at, String by, String node, String state) {
    return event(at, Map.of("node", node, "seenBy", by, "state", state));
  }

  Histories answers(double at, String node, boolean answers) {
    return event(at, Map.of("node", node, "answers", answers));
  }

  Histories leader(double at, String node, String leader) {
    return event(at, Map.of("node", node, "leader", leader));
  }

  private Histories event(double at, Map<String, Object> fields) {
    events.add(new Event(Instant.EPOCH, at, Event.NODE, fields));
    return this;
  }

  /** The history up to the second that ends then. */
  History until(int last) {
    List<TrialSecond> seconds = new ArrayList<>();
    for (int at = 1; at <= last; at++) {
      seconds.add(second(at).at(at));
    }
    return new History(seconds, events, faults, unknownSeconds);
  }
}
