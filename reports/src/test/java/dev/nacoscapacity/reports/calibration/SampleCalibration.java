package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.Study;
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
            new Text("How many calls?", "多少调用？"),
            List.of(new Dimension("engine", new Text("engine", "引擎"))),
            List.of(
                new Metric("mean", new Text("mean", "平均"), "ms", 0),
                new Metric("unmeasured", new Text("nothing has this", "无"), "ms", 0)),
            List.of(
                row("fleet", Round.of(Map.of("mean", 40.0)), Round.of(Map.of("mean", 60.0))),
                row(HOSTILE, new Round(Map.of("mean", 700.0), "OutOfMemoryError"))),
            List.of(
                new Skipped(
                    Map.of("engine", "virtual-threads"),
                    new Text("no JDK 21: install one", "缺少 JDK 21"))),
            List.of(
                ClaimComparison.ofRatios(
                    new Text("one over the other", "两者之比"),
                    0.23,
                    new Spread(0.4, 0.35, 0.5),
                    new Text("because " + HOSTILE, "因为")),
                ClaimComparison.ofWords(
                    new Text("order", "顺序"),
                    new Text("a < b", "a < b"),
                    new Text("b < a", "b < a"),
                    null)),
            List.of(new Ceiling(Ceiling.HTTP, Ceiling.CALLS, new Text("fleet", "发压引擎"), 66_125)));
    return Study.begin(
            Calibration.KIND,
            "What bounds a run?",
            Map.of("part", "engines"),
            Instant.parse("2026-01-02T03:04:05Z"))
        .on(new Machine(2, 24L << 30, "Linux 6.1", "17.0.12", Map.of()))
        .withTrials(List.of(), List.of(part));
  }

  private static Row row(String engine, Round... rounds) {
    return new Row(Map.of("engine", engine), List.of(rounds));
  }
}
