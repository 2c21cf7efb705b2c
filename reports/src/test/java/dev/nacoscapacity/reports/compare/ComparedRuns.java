package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.reports.Runs;
import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.IntervalRow;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.verdict.Criteria;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Folders of hand-written runs that differ in little. */
public final class ComparedRuns {

  private static final int BEFORE = 10;

  private ComparedRuns() {}

  /** A run with a token's check on each call, or without. */
  public static RunFolder write(Path folder, boolean auth, int seconds, double p99Ms) {
    RunRecord good = Runs.good();
    RunRecord.Builder begun =
        RunRecord.builder(
            good.tool(),
            good.startedAt(),
            new Target("local", "1.4.1", good.target().nodes(), auth, auth ? false : null, 10),
            good.workload(),
            good.machine());
    try (Recorder recorder = Recorder.open(folder, begun.build())) {
      phase(recorder, "warm-up", 0);
      phase(recorder, "measure", BEFORE);
      for (int second = 1; second <= BEFORE + seconds; second++) {
        String phase = second <= BEFORE ? "warm-up" : "measure";
        recorder.interval(row(begun.build(), second, phase, p99Ms + second % 2));
        recorder.histogram("beat.latency", second - 1, second, histogram(p99Ms));
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
      recorder.finish(
          run.toBuilder().verdict(Judge.standard().judge(run, Criteria.defaults())).build());
    }
    return RunFolder.open(folder);
  }

  private static void phase(Recorder recorder, String name, int second) {
    recorder.event(
        new Event(
            Runs.good().startedAt().plusSeconds(second),
            second,
            Event.PHASE,
            Map.of("phase", name)));
  }

  private static IntervalRow row(RunRecord run, int second, String phase, double p99Ms) {
    return new IntervalRow(
        run.startedAt().plusSeconds(second),
        second,
        phase,
        OperationResult.BEAT,
        200,
        200,
        200,
        0,
        0,
        0,
        3,
        0,
        0,
        p99Ms / 10,
        p99Ms,
        p99Ms * 3);
  }

  private static Histogram histogram(double p99Ms) {
    Histogram micros = new Histogram(3);
    micros.recordValueWithCount((long) (p99Ms * 100), 190);
    micros.recordValueWithCount((long) (p99Ms * 1_000), 10);
    return micros;
  }
}
