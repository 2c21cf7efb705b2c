package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Fault;
import dev.nacoscapacity.reports.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Writes histories by hand: three nodes and 30 instances, a second after the other from 1 on, all
 * well unless said otherwise.
 */
final class Histories {

  static final Hypothesis HYPOTHESIS = new Hypothesis(0.01, 5, 1.2, 10, 0);

  /** p99 5 ms, worst second 8 ms: a stretch's p99 may be 18 ms. */
  static final Baseline BASELINE = new Baseline(0, 10, 100, 0, 5, 8);

  private static final int INSTANCES = 30;

  private final Map<Integer, Draft> drafts = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();

  /** One second that may be changed. */
  static final class Draft {
    long failed;
    long rerouted;
    long unserved;
    long longestUnservedMs;
    double latencyMs = 5;
    final Map<String, Long> rates =
        new LinkedHashMap<>(Map.of("register", 0L, "connect", 1L, "login", 0L));
    final Map<String, NodeRow> rows = new LinkedHashMap<>();

    Draft() {
      for (int node = 0; node < 3; node++) {
        rows.put("node" + (node + 1), row(node, 0, 0, 0, 0, 0));
      }
    }

    Draft failed(long calls) {
      failed = calls;
      return this;
    }

    Draft rerouted(long attempts) {
      rerouted = attempts;
      return this;
    }

    Draft unserved(long clients, long longestMs) {
      unserved = clients;
      longestUnservedMs = longestMs;
      return this;
    }

    Draft latency(double ms) {
      latencyMs = ms;
      return this;
    }

    Draft rate(String operation, long calls) {
      rates.put(operation, calls);
      return this;
    }

    Draft missing(String node, int instances) {
      return row(node, r -> row(r.node(), instances, 0, (int) r.lost(), r.unknown(), r.dropped()));
    }

    Draft lost(String node, int beats) {
      return row(node, r -> row(r.node(), r.missing(), 0, beats, r.unknown(), r.dropped()));
    }

    Draft unknown(String node, int instances) {
      return row(node, r -> row(r.node(), r.missing(), 0, (int) r.lost(), instances, r.dropped()));
    }

    Draft dropped(String node, int instances) {
      return row(node, r -> row(r.node(), r.missing(), 0, (int) r.lost(), r.unknown(), instances));
    }

    private Draft row(String node, java.util.function.UnaryOperator<NodeRow> change) {
      rows.compute(node, (name, row) -> change.apply(row));
      return this;
    }

    private static NodeRow row(
        int node, int missing, int unhealthy, int lost, int unknown, int dropped) {
      int present = INSTANCES - missing - unknown;
      return new NodeRow(
          node,
          INSTANCES,
          present,
          present - unhealthy,
          missing,
          unhealthy,
          lost,
          0,
          0,
          unknown,
          dropped);
    }

    Second at(int second) {
      Histogram latency = new Histogram(3);
      latency.recordValueWithCount((long) (latencyMs * 1000), 100);
      return new Second(
          second,
          100,
          failed,
          rerouted,
          unserved,
          longestUnservedMs,
          latency,
          rates,
          rows,
          Map.of());
    }
  }

  /** The second that ends then. */
  Draft second(int at) {
    return drafts.computeIfAbsent(at, s -> new Draft());
  }

  /** A fault with its heal, or null for none. */
  Histories fault(String kind, String node, double signalAt, Double healAt) {
    faults.add(
        new Fault(kind, node, false, 10L, 20, signalAt, signalAt, signalAt, signalAt, healAt));
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
    List<Second> seconds = new ArrayList<>();
    for (int at = 1; at <= last; at++) {
      seconds.add(second(at).at(at));
    }
    return new History(seconds, events, faults);
  }
}
