package dev.nacoscapacity.core.merge;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Writes a shard's run by hand. */
public final class ShardFolder {

  static final Instant START = Runs.good().startedAt();

  /** What its nodes list wrongly. */
  static final Map<RegistryCount, Integer> FAULTS =
      Map.of(
          RegistryCount.MISSING, 1,
          RegistryCount.UNHEALTHY, 2,
          RegistryCount.UNKNOWN_INSTANCE_BEATS, 3,
          RegistryCount.STALE, 4,
          RegistryCount.DIVERGENT, 5,
          RegistryCount.UNKNOWN, 6);

  private final Recorder recorder;
  private final RunRecord begun;
  private Verdict verdict;
  private Machine.Clock clock;
  private boolean windowBegun;
  private boolean interrupted;

  private ShardFolder(Recorder recorder, RunRecord begun) {
    this.recorder = recorder;
    this.begun = begun;
  }

  /**
   * Begins one.
   *
   * @param late when it began, after {@link #START}
   * @param other settings in which it differs from the others
   */
  static ShardFolder begin(Path folder, String shard, Duration late, Map<String, Object> other) {
    ObjectMapper json = new ObjectMapper();
    ObjectNode workload = json.valueToTree(Runs.good().workload());
    int parts = Shard.parse(shard).count();
    workload.put("shard", shard);
    workload.put("fleetInstances", 1_000 * parts).put("fleetServices", 12 * parts);
    workload.setAll((ObjectNode) json.valueToTree(other));
    RunRecord begun =
        Runs.begun()
            .startedAt(START.plus(late))
            .workload(json.convertValue(workload, Workload.class))
            .build();
    return new ShardFolder(Recorder.open(folder, begun), begun);
  }

  public static ShardFolder begin(Path folder, String shard) {
    return begin(folder, shard, Duration.ZERO, Map.of());
  }

  /** A second of beats, and the registry at its end. */
  ShardFolder second(double seconds, String phase, long beats, long present, long... micros) {
    RunStats stats = new RunStats(List.of("n1"));
    OperationStats calls = stats.of(Operation.BEAT);
    calls.add(OperationCount.REQUIRED, beats);
    calls.add(OperationCount.STARTED, beats);
    calls.add(OperationCount.OK, beats);
    calls.set(OperationCount.IN_FLIGHT, 7L);
    calls.recording(LatencyPart.LATENCY).add(micros(micros));
    RegistryStats listed = stats.node(0);
    listed.append(Runs.listed(100, present, present));
    listed.set(RegistryCount.MISSING, 100 - present);
    listed.set(RegistryCount.UNKNOWN_INSTANCE_BEATS, 5L);
    recorder.second(time(seconds), seconds - 1, seconds, phase, stats);
    recorder.server(
        new ServerRow(
            time(seconds),
            seconds,
            "n1",
            new ServerRow.Cpu(seconds, 0.0, 9),
            null,
            null,
            4,
            ServerRow.PROC));
    return this;
  }

  /** A second in which no call ended, and the registry at its end. */
  ShardFolder idle(double seconds, long present) {
    RunStats stats = new RunStats(List.of("n1"));
    stats.node(0).append(Runs.listed(100, present, present));
    recorder.second(time(seconds), seconds - 1, seconds, "measure", stats);
    return this;
  }

  ShardFolder phase(double seconds, String phase) {
    windowBegun |= phase.equals("measure");
    recorder.event(new Event(time(seconds), seconds, Event.PHASE, Map.of("phase", phase)));
    return this;
  }

  ShardFolder message(double seconds, String text) {
    recorder.event(new Event(time(seconds), seconds, Event.MESSAGE, Map.of("text", text)));
    return this;
  }

  private Instant time(double seconds) {
    return begun.startedAt().plusMillis(Math.round(seconds * 1e3));
  }

  /** It will come to a verdict of its own. */
  ShardFolder judgedBy(Criteria criteria) {
    verdict = new Verdict(Status.PASS, List.of(), criteria);
    return this;
  }

  /** Its machine knows how far the registry's clock is ahead of its own. */
  ShardFolder withClock(double offsetMs) {
    clock = new Machine.Clock(offsetMs, 2);
    return this;
  }

  /** The run is interrupted. */
  ShardFolder stopped() {
    interrupted = true;
    return this;
  }

  /** What it wrote is on disk. */
  void flush() {
    recorder.flush();
  }

  /** Its process is killed. */
  void die() {
    recorder.close();
  }

  /**
   * Completes the run, with beats of these latencies and notes, after a window of 60 s that began
   * at 60 s, unless a phase was given.
   */
  public void finish(List<Long> latencies, String... notes) {
    if (!windowBegun) {
      phase(60, "measure");
    }
    long[] micros = latencies.stream().mapToLong(Long::longValue).toArray();
    RunStats measured = new RunStats(List.of());
    OperationStats beats = measured.of(Operation.BEAT);
    beats.add(OperationCount.REQUIRED, micros.length + 2);
    beats.add(OperationCount.OK, micros.length);
    beats.fail("timed out", 1);
    beats.add(OperationCount.SKIPPED, 1);
    beats.add(OperationCount.FAILOVER_RETRIES, 3);
    for (LatencyPart part : LatencyPart.values()) {
      beats.recording(part).add(micros(micros));
    }
    Stream.of(
            FleetDuration.PUSHES,
            FleetDuration.CHANGES,
            FleetDuration.CHANGES_SUPERSEDED,
            FleetDuration.SCHEDULER_LAG,
            FleetDuration.BOUND_WAIT)
        .forEach(duration -> measured.recording(duration).add(micros(micros)));
    measured.record(FleetDuration.BEAT_GAP, 5_000_000_000L);
    recorder.measured(60, 120, measured);
    recorder.finish(
        begun
            .with()
            .machine(begun.machine().withClock(clock))
            .durationSeconds(131)
            .windowSeconds(60)
            .interrupted(interrupted)
            .operations(OperationResult.of(measured))
            .registry(Runs.registry(Runs.counts(FAULTS)).withKeptBeatingYetDropped(1))
            .generator(generator(micros(micros)))
            .servers(Runs.servers(9))
            .notes(Stream.of(notes).map(Message::asIs).toList())
            .verdict(verdict)
            .build());
    recorder.close();
  }

  private static Generator generator(Histogram lag) {
    return Runs.generator(1, 1)
        .with()
        .connections(new Generator.Connections(30, 20, true, 0))
        .delays(new Generator.Delays(Generator.Lag.ofMicros(lag), null, List.of()))
        .build();
  }

  static Histogram micros(long... values) {
    Histogram histogram = new Histogram(3);
    for (long value : values) {
      histogram.recordValue(value);
    }
    return histogram;
  }
}
