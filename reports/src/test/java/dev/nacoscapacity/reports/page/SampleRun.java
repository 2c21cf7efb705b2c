package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** Writes run folders as a simulator would, without the waiting. */
final class SampleRun {

  static final List<String> NODES = List.of("node1", "node2", "node3", "node4", "node5");
  static final List<String> OPERATIONS = List.of("beat", "list", "listen", "scrape", "sweep");

  private static final List<LatencyPart> PARTS =
      List.of(LatencyPart.LATENCY, LatencyPart.POOL_WAIT, LatencyPart.SERVICE);

  private final RunRecord run;
  private final int seconds;
  private final Random random = new Random(7);
  private List<String> nodes = NODES;
  private List<String> operations = OPERATIONS;
  private int faultFrom = Integer.MAX_VALUE;
  private int peakAt = -1;

  /** A run of so many seconds: ramp, warm-up and the measurement window, each a third. */
  SampleRun(RunRecord run, int seconds) {
    this.run = run;
    this.seconds = seconds;
  }

  SampleRun named(List<String> nodes, List<String> operations) {
    this.nodes = nodes;
    this.operations = operations;
    return this;
  }

  /** From this second on the second node is dead for twenty seconds, and calls fail. */
  SampleRun withFault(int second) {
    this.faultFrom = second;
    return this;
  }

  /** In this second one beat takes 9.9 s, and one instance is missing. */
  SampleRun withPeak(int second) {
    this.peakAt = second;
    return this;
  }

  /** Writes the folder, finished. */
  Path write(Path folder) {
    try (Recorder recorder = Recorder.open(folder, run)) {
      rows(recorder);
      recorder.finish(run);
    }
    return folder;
  }

  /** Writes the folder as a run that was killed leaves it. */
  Path abandon(Path folder) {
    RunRecord begun =
        RunRecord.builder(run.tool(), run.startedAt(), run.target(), run.workload(), run.machine())
            .build();
    try (Recorder recorder = Recorder.open(folder, begun)) {
      rows(recorder);
    }
    return folder;
  }

  private void rows(Recorder recorder) {
    for (int second = 1; second <= seconds; second++) {
      if ((second - 1) % Math.max(1, seconds / 3) == 0 && second < seconds) {
        String phase = phase(second);
        event(recorder, second - 1, Event.PHASE, Map.of("phase", phase));
      }
      if (second == faultFrom) {
        event(recorder, second, Event.FAULT, fault("begun"));
      }
      if (second == faultFrom + 20) {
        event(recorder, second, Event.FAULT, fault("healed"));
      }
      RunStats stats = new RunStats(nodes);
      calls(stats, second);
      registry(stats, second);
      recorder.second(at(second), second - 1, second, phase(second), stats);
      servers(recorder, second);
    }
  }

  private Map<String, Object> fault(String state) {
    return Map.of("fault", "kill", "node", nodes.get(1), "state", state);
  }

  private String phase(int second) {
    return List.of("ramp", "warm-up", "measure").get(Math.min(2, 3 * (second - 1) / seconds));
  }

  private Instant at(double second) {
    return run.startedAt().plusMillis((long) (second * 1_000));
  }

  private void event(Recorder recorder, int second, String kind, Map<String, Object> fields) {
    recorder.event(new Event(at(second), second, kind, fields));
  }

  private boolean faulty(int second) {
    return second >= faultFrom && second < faultFrom + 20;
  }

  private void calls(RunStats stats, int second) {
    for (int i = 0; i < operations.size(); i++) {
      OperationStats calls = stats.of(operations.get(i));
      long required = 7_000 >> i;
      long failed = faulty(second) ? required / 5 : 0;
      Histogram latency = micros(second, i == 2 ? 29_500_000 : 1_500);
      if (second == peakAt && i == 0) {
        latency.recordValue(9_900_000);
      }
      calls.add(OperationCount.REQUIRED, required);
      calls.add(OperationCount.STARTED, required);
      calls.add(OperationCount.OK, required - failed);
      calls.fail("timed out", failed);
      calls.add(OperationCount.SKIPPED, failed / 2);
      calls.set(OperationCount.IN_FLIGHT, (long) random.nextInt(40));
      // A long run would take long to write with all parts of all operations.
      for (LatencyPart part : i == 0 ? PARTS : PARTS.subList(0, 1)) {
        calls.recording(part).add(latency);
      }
    }
    stats.recording(FleetDuration.SCHEDULER_LAG).add(micros(second, 80));
  }

  private Histogram micros(int second, long typical) {
    Histogram micros = new Histogram(3);
    for (int i = 0; i < 60; i++) {
      double slow = faulty(second) ? 20 : 1;
      micros.recordValue((long) (typical * slow * Math.exp(random.nextGaussian() / 2)));
    }
    return micros;
  }

  private void registry(RunStats stats, int second) {
    int instances = run.workload().instances();
    long expected = Math.min(instances, 3L * instances * second / seconds);
    for (int i = 0; i < nodes.size(); i++) {
      long missing = second == peakAt && i == 3 ? 1 : faulty(second) ? instances / 50 : 0;
      RegistryStats listed = stats.node(i);
      listed.set(RegistryCount.EXPECTED, expected);
      listed.set(RegistryCount.PRESENT, Math.max(0, expected - missing));
      listed.set(RegistryCount.HEALTHY, Math.max(0, expected - 2 * missing));
      listed.set(RegistryCount.MISSING, missing);
      listed.set(RegistryCount.UNHEALTHY, missing);
      listed.set(RegistryCount.DIVERGENT, missing / 10);
      listed.set(RegistryCount.UNKNOWN, 0L);
    }
  }

  private void servers(Recorder recorder, int second) {
    for (int i = 0; i < nodes.size(); i++) {
      if (i == 1 && faulty(second)) {
        continue;
      }
      recorder.server(
          new ServerRow(
              at(second),
              second + i / 1_000.0,
              nodes.get(i),
              new ServerRow.Cpu(
                  second * (0.2 + i / 20.0) + random.nextDouble() / 10, second * 0.05, 340 + i),
              new ServerRow.Jvm(
                  (300L + random.nextInt(150)) * 1_000_000,
                  805_306_368L,
                  second / 3L,
                  second * 11L + random.nextInt(20)),
              second * 3L,
              30 + i,
              ServerRow.PROC));
    }
  }
}
