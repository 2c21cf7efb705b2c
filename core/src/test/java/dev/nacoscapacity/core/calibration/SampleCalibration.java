package dev.nacoscapacity.core.calibration;

import dev.nacoscapacity.core.calibration.PartResult.Dimension;
import dev.nacoscapacity.core.calibration.PartResult.Metric;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.calibration.PartResult.Skipped;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A calibration with everything that a page shows, and names that no page may take for markup. */
public final class SampleCalibration {

  public static final String HOSTILE = "</script><img src=x onerror=alert(1)>'\"&";

  private SampleCalibration() {}

  /** Writes it, and returns its folder. */
  public static Path write(Path folder) {
    study().withAnswer(null, "calls: 66,125 calls/s").write(folder);
    return folder;
  }

  /** The same, ended by Ctrl-C. */
  public static Path writeInterrupted(Path folder) {
    study().write(folder);
    return folder;
  }

  private static Study study() {
    PartResult part =
        new PartResult(
            "engines",
            Message.of("engines.question"),
            List.of(Dimension.of("engines", "engine")),
            List.of(
                Metric.of("engines", "mean", "ms", 0),
                new Metric("unmeasured", asIs("nothing has this"), "ms", 0)),
            List.of(
                row("fleet", Round.of(Map.of("mean", 40.0)), Round.of(Map.of("mean", 60.0))),
                row(HOSTILE, new Round(Map.of("mean", 700.0), "OutOfMemoryError"))),
            List.of(
                new Skipped(
                    Map.of("engine", "virtual-threads"),
                    Message.of("calibration.noVirtualThreads"))),
            List.of(
                ClaimComparison.ofRatios(
                    asIs("one over the other"),
                    0.23,
                    new Spread(0.4, 0.35, 0.5),
                    asIs("because " + HOSTILE)),
                ClaimComparison.ofWords(asIs("order"), asIs("a < b"), asIs("b < a"), null)),
            List.of(new Ceiling(Ceiling.HTTP, Ceiling.CALLS, asIs("fleet"), 66_125)));
    return Study.begin(
            Calibration.KIND,
            "What bounds a run?",
            Map.of("part", "engines"),
            Instant.parse("2026-01-02T03:04:05Z"))
        .withMachine(new Machine(2, 24L << 30, "Linux 6.1", "17.0.12", Map.of()))
        .withTrials(List.of(), List.of(part));
  }

  private static Message asIs(String text) {
    return Message.of("asIs", Arguments.with("text", text));
  }

  private static Row row(String engine, Round... rounds) {
    return new Row(Map.of("engine", engine), List.of(rounds));
  }
}
