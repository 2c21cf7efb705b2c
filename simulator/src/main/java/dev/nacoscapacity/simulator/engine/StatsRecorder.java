package dev.nacoscapacity.simulator.engine;

import static dev.nacoscapacity.core.stats.OperationCount.FAILOVER_RETRIES;
import static dev.nacoscapacity.core.stats.OperationCount.OK;
import static dev.nacoscapacity.core.stats.OperationCount.REQUIRED;
import static dev.nacoscapacity.core.stats.OperationCount.SKIPPED;
import static dev.nacoscapacity.core.stats.OperationCount.STARTED;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Call.Trait;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.List;

/**
 * Counts the calls of one event loop: each second as they happen, and for the measurement window by
 * their due times. Each due call counts once, when it has ended or is skipped, so that in the
 * window required = ok + failed + skipped.
 */
final class StatsRecorder implements PushLatency.Sink {

  private final List<String> nodes;
  private RunStats measured;
  private RunStats second;
  private MeasurementWindow window;
  private boolean tearingDown;

  /** Calls due in the window that have begun and not ended, long polls excluded. */
  private int measuredUnderWay;

  /**
   * @param nodes names of the nodes
   */
  StatsRecorder(List<String> nodes) {
    this.nodes = nodes;
    this.measured = new RunStats(nodes);
    this.second = new RunStats(nodes);
  }

  /** Begins a measurement window with no figures of an earlier one. */
  void begin(MeasurementWindow measurementWindow) {
    measured = new RunStats(nodes);
    measuredUnderWay = 0;
    open(measurementWindow);
  }

  /** Changes the measurement window; calls that are due in it are measured. */
  void open(MeasurementWindow measurementWindow) {
    window = measurementWindow;
  }

  /** Stops to count shortages of this machine, which affect no measurement after the load. */
  void stopCountingShortages() {
    tearingDown = true;
  }

  /** Counts a call that came due. */
  void required(Operation operation, Transport transport) {
    second.of(operation, transport).add(REQUIRED, 1);
  }

  void started(FleetCall call) {
    started(second, call);
    countUnderWay(call, 1);
  }

  private void countUnderWay(FleetCall call, int change) {
    if (!call.has(Trait.HELD) && isMeasured(false, call.due, call.due)) {
      measuredUnderWay += change;
    }
  }

  private static void started(RunStats stats, FleetCall call) {
    stats.of(call.operation, call.transport).add(STARTED, 1);
    if (call.period > 0) {
      stats.record(FleetDuration.SCHEDULER_LAG, call.startedAt - call.due);
    }
  }

  /**
   * Counts the lag of an arrival that is taken up while the call before is under way. It is skipped
   * once that call has ended.
   */
  void passed(PeriodicCalls<?> calls, long due, long now) {
    second.record(FleetDuration.SCHEDULER_LAG, now - due);
    if (isMeasured(calls.prototype().has(Trait.HELD), due, now)) {
      measured.record(FleetDuration.SCHEDULER_LAG, now - due);
    }
  }

  void completed(FleetCall call) {
    completed(second, call);
    countUnderWay(call, -1);
    if (!tearingDown) {
      countShortages(call);
    }
    if (isMeasured(call.has(Trait.HELD), call.due, call.answered)
        && !Driver.ABANDONED.equals(call.failure)) {
      measured.of(call.operation, call.transport).add(REQUIRED, 1);
      started(measured, call);
      completed(measured, call);
    }
  }

  private void countShortages(FleetCall call) {
    if (call.shortage != null) {
      second.countShortage(call.shortage);
    }
    if (!call.ok() && Driver.isShortage(call.failure)) {
      second.countShortage(call.failure);
    }
  }

  private static void completed(RunStats stats, FleetCall call) {
    OperationStats calls = stats.of(call.operation, call.transport);
    if (call.ok()) {
      calls.add(OK, 1);
      // Behind a load balancer the node that answered is not known.
      if (call.server >= 0 && call.server < stats.registry().size()) {
        stats.node(call.server).add(RegistryCount.SERVED, 1);
      }
    } else {
      calls.fail(call.failure, 1);
    }
    calls.add(FAILOVER_RETRIES, call.failovers);
    calls.record(LatencyPart.LATENCY, call.answered - call.due);
    calls.record(LatencyPart.RETRIES, call.attemptStartedAt - call.startedAt);
    long waited = call.wasWritten ? call.written : call.answered;
    calls.record(LatencyPart.POOL_WAIT, waited - call.attemptStartedAt);
    if (call.wasWritten) {
      calls.record(LatencyPart.SERVICE, call.answered - call.written);
    }
    // Calls over HTTP may share a limited number of connections.
    if (call.transport != Transport.GRPC && !call.has(Trait.UNSHARED)) {
      stats.record(FleetDuration.BOUND_WAIT, call.boundWait);
    }
  }

  /**
   * Counts a call that came due and was not made.
   *
   * @param end when the obstacle ended, which counts as the end of the call
   */
  void skipped(PeriodicCalls<?> calls, long due, long end) {
    skipped(second.of(calls.operation, calls.transport), end - due);
    if (isMeasured(calls.prototype().has(Trait.HELD), due, end)) {
      OperationStats stats = measured.of(calls.operation, calls.transport);
      stats.add(REQUIRED, 1);
      skipped(stats, end - due);
    }
  }

  private static void skipped(OperationStats calls, long latency) {
    calls.add(SKIPPED, 1);
    calls.record(LatencyPart.LATENCY, latency);
  }

  @Override
  public void pushed(long registered, long now) {
    pushed(second, now - registered);
    if (isMeasured(false, now, now)) {
      pushed(measured, now - registered);
    }
  }

  /** Records a change, unless every subscriber knew it already. */
  @Override
  public void changed(Change change) {
    switch (change.end()) {
      case UNDELIVERED -> undelivered(change.delay());
      case SUPERSEDED -> second.record(FleetDuration.CHANGES_SUPERSEDED, change.delay());
      case DELIVERED -> {
        if (change.delay() >= 0) {
          second.record(FleetDuration.CHANGES, change.delay());
        }
      }
    }
  }

  @Override
  public void undelivered(long age) {
    second.record(FleetDuration.CHANGES_INCOMPLETE, age);
  }

  private static void pushed(RunStats stats, long latency) {
    OperationStats pushes = stats.of(Operation.PUSH);
    pushes.add(REQUIRED, 1);
    pushes.add(STARTED, 1);
    pushes.add(OK, 1);
    pushes.record(LatencyPart.LATENCY, latency);
  }

  /**
   * Records that a listener has read a changed configuration.
   *
   * @param written when the new content was written
   * @param last whether all listeners have now read it
   */
  void configChanged(long written, boolean last, long now) {
    configChanged(second, now - written, last);
    if (isMeasured(false, now, now)) {
      configChanged(measured, now - written, last);
    }
  }

  /**
   * Records that a listener has not read a changed configuration.
   *
   * @param age since the new content was written
   */
  void configUndelivered(long age) {
    second.record(FleetDuration.CONFIG_CHANGES_INCOMPLETE, age);
  }

  private static void configChanged(RunStats stats, long delay, boolean last) {
    stats.record(FleetDuration.CONFIG_CHANGES, delay);
    if (last) {
      stats.record(FleetDuration.LAST_CONFIG_CHANGES, delay);
    }
  }

  private boolean isMeasured(boolean held, long due, long ended) {
    return window != null && window.contains(due, ended, held);
  }

  /** Returns and resets the figures since the last call. */
  RunStats takeSecond() {
    RunStats endedSecond = second;
    second = new RunStats(nodes);
    return endedSecond;
  }

  /** Calls due in the window that have not ended, long polls excluded. */
  int measuredUnderWay() {
    return measuredUnderWay;
  }

  /** The figures of the measurement window; complete when every call due in it has ended. */
  RunStats measured() {
    return measured;
  }
}
