package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Operation;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What became of the calls of some stretch of time: counts and latencies by operation. For one
 * thread; tallies of several loops or processes are added, so that percentiles come from merged
 * histograms and are never averaged. Histograms hold microseconds.
 */
public final class Tally {

  private static final int DIGITS = 3;

  private final Counts[] byOperation = new Counts[Operation.values().length];
  private final Histogram lag = new Histogram(DIGITS);
  private final Histogram boundWait = new Histogram(DIGITS);
  long connected;
  long[] okByServer = new long[0];

  public Tally() {
    for (int i = 0; i < byOperation.length; i++) {
      byOperation[i] = new Counts();
    }
  }

  /** Counts of one operation. */
  public static final class Counts {
    long required;
    long started;
    long ok;
    long missed;
    long rerouted;
    long underWay;
    long unserved;
    long longestUnservedMs;
    final Map<String, Long> failed = new TreeMap<>();
    final Histogram latency = new Histogram(DIGITS);
    final Histogram retries = new Histogram(DIGITS);
    final Histogram poolWait = new Histogram(DIGITS);
    final Histogram service = new Histogram(DIGITS);

    /** Slots that came due. */
    public long required() {
      return required;
    }

    /** Calls handed to the wire. */
    public long started() {
      return started;
    }

    /** Calls answered as they should be. */
    public long ok() {
      return ok;
    }

    /** Slots that passed while the actor's previous call was still under way. */
    public long missed() {
      return missed;
    }

    /** Attempts that failed and were made again on another server. */
    public long rerouted() {
      return rerouted;
    }

    /** Calls not yet answered when the stretch ended. */
    public long underWay() {
      return underWay;
    }

    /** Actors without service when the stretch ended. */
    public long unserved() {
      return unserved;
    }

    /** For how long one of them had been by then, at most. */
    public long longestUnservedMs() {
      return longestUnservedMs;
    }

    /** Calls that failed for good, by reason. */
    public Map<String, Long> failed() {
      return failed;
    }

    public long failedTotal() {
      return failed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** From due to answered, failed calls and missed slots included. */
    public Histogram latency() {
      return latency;
    }

    /** The attempts that failed before the one that counts; 0 for a call without such. */
    public Histogram retries() {
      return retries;
    }

    /** Until the attempt that counts was written, or until it had failed unwritten. */
    public Histogram poolWait() {
      return poolWait;
    }

    /** From written to answered, of the calls that were written. */
    public Histogram service() {
      return service;
    }

    private void add(Counts other) {
      required += other.required;
      started += other.started;
      ok += other.ok;
      missed += other.missed;
      rerouted += other.rerouted;
      underWay += other.underWay;
      unserved += other.unserved;
      longestUnservedMs = Math.max(longestUnservedMs, other.longestUnservedMs);
      other.failed.forEach((reason, count) -> failed.merge(reason, count, Long::sum));
      latency.add(other.latency);
      retries.add(other.retries);
      poolWait.add(other.poolWait);
      service.add(other.service);
    }

    private void forgetStates() {
      underWay = 0;
      unserved = 0;
      longestUnservedMs = 0;
    }

    private void clear() {
      required = 0;
      started = 0;
      ok = 0;
      missed = 0;
      rerouted = 0;
      forgetStates();
      failed.clear();
      latency.reset();
      retries.reset();
      poolWait.reset();
      service.reset();
    }
  }

  public Counts of(Operation operation) {
    return byOperation[operation.ordinal()];
  }

  /**
   * From due to taken up by the driver, all periodic operations together: the generator's own
   * delay. Calls that are due when they are made (sweeps, registrations) cannot be late and are
   * left out, since they would hide those that are.
   */
  public Histogram lag() {
    return lag;
  }

  /**
   * What calls waited for a connection since the fleet's own bound on them was reached: those that
   * did not wait count as 0, and those that no bound holds for do not count.
   */
  public Histogram boundWait() {
    return boundWait;
  }

  /** Connections opened. */
  public long connected() {
    return connected;
  }

  /** Calls that a server answered as they should be, all operations together. */
  public long okBy(int server) {
    return server < okByServer.length ? okByServer[server] : 0;
  }

  void required(Operation operation) {
    of(operation).required++;
  }

  void underWay(Operation operation, long calls) {
    of(operation).underWay = calls;
  }

  /** Adds actors that are without service; an operation may have actors of two kinds. */
  void unserved(Operation operation, long actors, long longestMs) {
    Counts counts = of(operation);
    counts.unserved += actors;
    counts.longestUnservedMs = Math.max(counts.longestUnservedMs, longestMs);
  }

  void connected(long connections) {
    connected = connections;
  }

  void started(Call call) {
    of(call.operation).started++;
    if (call.period > 0) {
      record(lag, call.takenUp - call.due);
    }
  }

  void completed(Call call) {
    Counts counts = of(call.operation);
    if (call.ok()) {
      counts.ok++;
      countOk(call.server, 1);
    } else {
      counts.failed.merge(call.failure, 1L, Long::sum);
    }
    counts.rerouted += call.rerouted;
    record(counts.latency, call.answered - call.due);
    record(counts.retries, call.attemptBegan - call.takenUp);
    long waited = call.wasWritten ? call.written : call.answered;
    record(counts.poolWait, waited - call.attemptBegan);
    if (call.wasWritten) {
      record(counts.service, call.answered - call.written);
    }
    if (call.operation != Operation.LISTEN && call.operation != Operation.SWEEP) {
      record(boundWait, call.boundWait);
    }
  }

  /** A push came so long after the registration that it tells of. */
  void pushed(long latency) {
    Counts counts = of(Operation.PUSH);
    counts.required++;
    counts.started++;
    counts.ok++;
    record(counts.latency, latency);
  }

  /** A slot passed while its actor's call was under way; it shows as a call that ended with it. */
  void missed(Operation operation, long latency) {
    Counts counts = of(operation);
    counts.missed++;
    record(counts.latency, latency);
  }

  private void countOk(int server, long calls) {
    if (server >= okByServer.length) {
      okByServer = Arrays.copyOf(okByServer, server + 1);
    }
    if (server >= 0) {
      okByServer[server] += calls;
    }
  }

  private static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.max(0, nanos / 1000));
  }

  /** Adds what became of other calls. */
  public void add(Tally other) {
    for (int i = 0; i < byOperation.length; i++) {
      byOperation[i].add(other.byOperation[i]);
    }
    lag.add(other.lag);
    boundWait.add(other.boundWait);
    connected += other.connected;
    for (int server = 0; server < other.okByServer.length; server++) {
      countOk(server, other.okByServer[server]);
    }
  }

  /** Forgets how things stood at its end, which a later one of the same actors tells anew. */
  public void forgetStates() {
    for (Counts counts : byOperation) {
      counts.forgetStates();
    }
  }

  void clear() {
    for (Counts counts : byOperation) {
      counts.clear();
    }
    lag.reset();
    boundWait.reset();
    connected = 0;
    okByServer = new long[0];
  }
}
