package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import java.util.List;

/** Seconds written by hand, for tests of those who watch them. */
public final class Seconds {

  private static final long MILLI = 1_000_000;

  private final StatsRecorder recorder;
  private final RunStats stats;
  private Transport transport = Transport.ANY;

  public Seconds(String... nodes) {
    recorder = new StatsRecorder(List.of(nodes));
    stats = new RunStats(List.of(nodes));
  }

  /** Calls that are added from now on go over this. */
  public Seconds over(Transport of) {
    transport = of;
    return this;
  }

  /**
   * Adds calls that all went the same way.
   *
   * @param failure its reason, or null when they were answered well
   */
  public Seconds calls(int calls, Operation operation, long latencyMillis, String failure) {
    for (int i = 0; i < calls; i++) {
      FleetCall call = CallFixtures.begun(operation, 0, 0, 0, 0);
      call.transport = transport;
      call.period = 5_000 * MILLI;
      call.markWritten(MILLI);
      call.answered = latencyMillis * MILLI;
      call.failure = failure;
      recorder.required(operation, transport);
      recorder.started(call);
      recorder.completed(call);
    }
    return this;
  }

  /** Adds calls that were due and not made. */
  public Seconds skipped(int calls, Operation operation, long latencyMillis) {
    for (int i = 0; i < calls; i++) {
      recorder.required(operation, transport);
      recorder.skipped(CallFixtures.periodic(operation, 10), 0, latencyMillis * MILLI);
    }
    return this;
  }

  /** As many calls are not answered yet. */
  public Seconds inFlight(Operation operation, long calls) {
    stats.of(operation).set(OperationCount.IN_FLIGHT, calls);
    return this;
  }

  /** The second so far. */
  public RunStats stats() {
    RunStats second = RunStats.sum(List.of(recorder.takeSecond()));
    stats.add(second);
    return stats;
  }
}
