package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.IntervalRow;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RegistryRow;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** Writes a run's seconds and events to its record, each with its time. */
final class RunLog {

  private final Recorder recorder;
  private final LongSupplier nanoClock;
  private final InstantSource clock;
  private final long start;
  private double lastSecond;

  RunLog(Recorder recorder, LongSupplier nanoClock, InstantSource clock) {
    this.recorder = recorder;
    this.nanoClock = nanoClock;
    this.clock = clock;
    this.start = nanoClock.getAsLong();
  }

  /** Since the run's start. */
  double seconds() {
    return (nanoClock.getAsLong() - start) / 1e9;
  }

  Instant now() {
    return clock.instant();
  }

  void event(String kind, Map<String, Object> fields) {
    recorder.event(new Event(now(), seconds(), kind, fields));
  }

  void phase(String name) {
    event(Event.PHASE, Map.of("phase", name));
  }

  void message(String text) {
    event(Event.MESSAGE, Map.of("text", text));
  }

  /** What happened since the last call. */
  void second(String phase, Tally tally) {
    double seconds = seconds();
    for (Operation operation : Operation.values()) {
      Tally.Counts counts = tally.of(operation);
      if (counts.required() + counts.ok() + counts.failedTotal() + counts.missed() > 0
          || counts.unserved() > 0) {
        recorder.interval(row(seconds, phase, operation, counts));
        histogram(operation.label() + ".latency", seconds, counts.latency());
        histogram(operation.label() + ".retries", seconds, counts.retries());
        histogram(operation.label() + ".poolWait", seconds, counts.poolWait());
        histogram(operation.label() + ".service", seconds, counts.service());
      }
    }
    // A gRPC client's set-up is a call of its own, with a row of the same name.
    if (tally.connected() > 0 && tally.of(Operation.CONNECT).started() == 0) {
      recorder.interval(connects(seconds, phase, tally.connected()));
    }
    histogram("all.lag", seconds, tally.lag());
    lastSecond = seconds;
  }

  private IntervalRow row(double seconds, String phase, Operation operation, Tally.Counts counts) {
    Histogram latency = counts.latency();
    boolean answered = latency.getTotalCount() > 0;
    return new IntervalRow(
        now(),
        seconds,
        phase,
        operation.label(),
        counts.required(),
        counts.started(),
        counts.ok(),
        counts.failedTotal(),
        counts.missed(),
        counts.rerouted(),
        counts.underWay(),
        counts.unserved(),
        counts.longestUnservedMs(),
        answered ? latency.getValueAtPercentile(50) / 1e3 : null,
        answered ? latency.getValueAtPercentile(99) / 1e3 : null,
        answered ? latency.getMaxValue() / 1e3 : null);
  }

  /**
   * What became of the calls of the judged window, and how far the beats of each instance were
   * apart in it.
   *
   * @param from when it began, and how long it was
   * @param pushes of the whole run
   */
  void judged(double from, double seconds, Tally tally, Histogram pushes, Histogram beatGaps) {
    for (Operation operation : Operation.values()) {
      Tally.Counts counts = tally.of(operation);
      judged(operation.label() + ".latency", from, seconds, counts.latency());
      judged(operation.label() + ".retries", from, seconds, counts.retries());
      judged(operation.label() + ".poolWait", from, seconds, counts.poolWait());
      judged(operation.label() + ".service", from, seconds, counts.service());
    }
    judged("all.lag", from, seconds, tally.lag());
    judged(Recorder.BOUND_WAIT, from, seconds, tally.boundWait());
    judged(Recorder.PUSHES, from, seconds, pushes);
    judged(Recorder.BEAT_GAP, from, seconds, beatGaps);
  }

  private void judged(String tag, double from, double seconds, Histogram micros) {
    if (micros.getTotalCount() > 0) {
      recorder.judged(tag, from, from + seconds, micros);
    }
  }

  private IntervalRow connects(double seconds, String phase, long connections) {
    return new IntervalRow(
        now(),
        seconds,
        phase,
        IntervalRow.CONNECT,
        0,
        connections,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        null,
        null,
        null);
  }

  private void histogram(String tag, double seconds, Histogram micros) {
    if (micros.getTotalCount() > 0) {
      recorder.histogram(tag, lastSecond, seconds, micros);
    }
  }

  void registry(String node, NodeRow row) {
    recorder.registry(
        new RegistryRow(
            now(),
            seconds(),
            node,
            row.expected(),
            row.present(),
            row.healthy(),
            row.missing(),
            row.unhealthy(),
            row.lost(),
            row.ghost(),
            row.divergent(),
            row.unknown(),
            row.dropped()));
  }

  void flush() {
    recorder.flush();
  }
}
