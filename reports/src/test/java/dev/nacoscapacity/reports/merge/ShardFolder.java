package dev.nacoscapacity.reports.merge;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.reports.Runs;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.IntervalRow;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RegistryRow;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.ServerRow;
import dev.nacoscapacity.reports.record.Workload;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Writes a shard's run by hand. */
public final class ShardFolder {

  static final Instant START = Runs.good().startedAt();

  private final Recorder recorder;
  private final RunRecord begun;
  private Verdict verdict;
  private boolean windowTold;
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
    workload.put("shard", shard);
    workload.setAll((ObjectNode) json.valueToTree(other));
    RunRecord begun =
        RunRecord.builder(
                Runs.good().tool(),
                START.plus(late),
                Runs.good().target(),
                json.convertValue(workload, Workload.class),
                Runs.good().machine())
            .build();
    return new ShardFolder(Recorder.open(folder, begun), begun);
  }

  public static ShardFolder begin(Path folder, String shard) {
    return begin(folder, shard, Duration.ZERO, Map.of());
  }

  /** A second of beats, and the registry at its end. */
  ShardFolder second(double seconds, String phase, long beats, long present, long... micros) {
    Histogram latency = micros(micros);
    recorder.interval(
        new IntervalRow(
            time(seconds),
            seconds,
            phase,
            "beat",
            beats,
            beats,
            beats,
            0,
            0,
            0,
            7,
            0,
            0,
            1.0,
            2.0,
            3.0));
    recorder.histogram("beat.latency", seconds - 1, seconds, latency);
    recorder.registry(
        new RegistryRow(
            time(seconds), seconds, "n1", 100, present, present, 100 - present, 0, 5, 0, 0, 0, 0));
    recorder.server(
        new ServerRow(
            time(seconds),
            seconds,
            "n1",
            seconds,
            0.0,
            null,
            null,
            9,
            null,
            null,
            null,
            null,
            null,
            4,
            ServerRow.PROC));
    return this;
  }

  ShardFolder phase(double seconds, String phase) {
    windowTold |= phase.equals("measure");
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

  /** Somebody ends it. */
  ShardFolder stopped() {
    interrupted = true;
    return this;
  }

  /** Its process is killed. */
  void die() {
    recorder.close();
  }

  /**
   * It comes to its end, with beats of these latencies and notes of its own, after a window of 60 s
   * that began at 60 s, unless a phase was told.
   */
  public void finish(List<Long> latencies, String... notes) {
    if (!windowTold) {
      phase(60, "measure");
    }
    Histogram micros = micros(latencies.stream().mapToLong(Long::longValue).toArray());
    recorder.judged("beat.latency", 60, 120, micros);
    recorder.judged("beat.retries", 60, 120, micros);
    recorder.judged(Recorder.PUSHES, 60, 120, micros);
    recorder.judged("beat.poolWait", 60, 120, micros);
    recorder.judged("beat.service", 60, 120, micros);
    recorder.judged("all.lag", 60, 120, micros);
    recorder.judged(Recorder.BOUND_WAIT, 60, 120, micros);
    Histogram gaps = new Histogram(4);
    gaps.recordValue(5_000_000);
    recorder.judged(Recorder.BEAT_GAP, 60, 120, gaps);
    int calls = latencies.size();
    OperationResult beat =
        OperationResult.ofMicros(
            calls + 2, calls, Map.of("timed out", 1L), 1, 3, micros, micros, micros, micros);
    recorder.finish(
        begun.toBuilder()
            .durationSeconds(131)
            .windowSeconds(60)
            .interrupted(interrupted)
            .operations(Map.of("beat", beat))
            .registry(Runs.registry(Runs.counts(1, 2, 3, 4, 5, 6), 1, true))
            .generator(generator(micros))
            .servers(Runs.servers(9))
            .notes(List.of(notes))
            .verdict(verdict)
            .build());
    recorder.close();
  }

  private static Generator generator(Histogram lag) {
    Generator good = Runs.generator(1, 1);
    return new Generator(
        good.processes(),
        good.cpuSeconds(),
        good.standInCpuSeconds(),
        good.jitCpuSeconds(),
        good.gcCpuSeconds(),
        good.requests(),
        good.requestsPerCpuSecond(),
        good.residentMaxBytes(),
        good.heapMaxBytes(),
        good.bytesPerInstance(),
        good.connectionBytes(),
        new Generator.Connections(30, 20, true, 0),
        good.gcPauseMs(),
        Generator.Lag.ofMicros(lag),
        good.limitedBy());
  }

  static Histogram micros(long... values) {
    Histogram histogram = new Histogram(3);
    for (long value : values) {
      histogram.recordValue(value);
    }
    return histogram;
  }
}
