package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.NumberText;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;

/** Folders of hand-written runs that differ in little. */
public final class ComparedRuns {

  /** The seconds of an earlier stage, which no figure of the run is of. */
  private static final int STAGE = 5;

  private static final int BEFORE = 10;

  private ComparedRuns() {}

  /** A run with a token's check on each call, or without. */
  public static RunFolder write(Path folder, boolean auth, int seconds, double p99Ms) {
    RunRecord good = Runs.good();
    Target target =
        new Target("local", "1.4.1", good.target().nodes(), auth, auth ? false : null, 10);
    RunRecordBuilder begun = Runs.begun().target(target);
    try (Recorder recorder = Recorder.open(folder, begun.build())) {
      phase(recorder, "measure", 0);
      phase(recorder, "settle", STAGE);
      phase(recorder, "measure", BEFORE);
      for (int second = 1; second <= BEFORE + seconds; second++) {
        String phase = second > STAGE && second <= BEFORE ? "settle" : "measure";
        recorder.second(
            good.startedAt().plusSeconds(second),
            second - 1,
            second,
            phase,
            beats(second <= STAGE ? 1 : p99Ms + second % 2));
      }
      RunRecord run =
          begun
              .durationSeconds(BEFORE + seconds)
              .windowSeconds(seconds)
              .generator(Runs.generator(0.9, 12))
              .operations(
                  Map.of("beat", Runs.operation(200L * seconds, 200L * seconds, Map.of(), p99Ms)))
              .registry(good.registry())
              .servers(Runs.servers(auth ? 24 : 12))
              .build();
      recorder.finish(Runs.judged(run));
    }
    return RunFolder.open(folder);
  }

  /** A run of a night, with one thing changed, in a folder that is called by the number. */
  public static Path night(Path parent, int number, UnaryOperator<RunRecord> change) {
    Path folder = parent.resolve(NumberText.of("night-%03d", number));
    RunRecord good = Runs.good();
    RunRecord run =
        change.apply(good.withStartedAt(good.startedAt().plus(number, ChronoUnit.DAYS)));
    try (Recorder recorder = Recorder.open(folder, run)) {
      recorder.finish(Runs.judged(run));
    }
    return folder;
  }

  /** A run of a night with beats of such a latency. */
  public static Path night(Path parent, int number, double p99Ms) {
    return night(
        parent,
        number,
        run ->
            run.withOperations(Runs.operations(Runs.operation(12_000, 12_000, Map.of(), p99Ms))));
  }

  private static void phase(Recorder recorder, String name, int second) {
    recorder.event(
        new Event(
            Runs.good().startedAt().plusSeconds(second),
            second,
            Event.PHASE,
            Map.of("phase", name)));
  }

  private static RunStats beats(double p99Ms) {
    RunStats stats = new RunStats(List.of());
    OperationStats beats = stats.of(Operation.BEAT);
    beats.add(OperationCount.REQUIRED, 200);
    beats.add(OperationCount.STARTED, 200);
    beats.add(OperationCount.OK, 200);
    beats.set(OperationCount.IN_FLIGHT, 3L);
    Histogram micros = beats.recording(LatencyPart.LATENCY);
    micros.recordValueWithCount((long) (p99Ms * 100), 190);
    micros.recordValueWithCount((long) (p99Ms * 1_000), 10);
    return stats;
  }
}
