package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A run in virtual time with all the files that a run leaves, for comparison byte by byte. */
final class ComparedRun {

  private static final Instant START = Instant.parse("2024-05-06T07:08:09Z");

  /** Maps as in the code: of more than one entry, made by {@code Map.of}. */
  private static final Map<String, Object> FAULT =
      Map.of("fault", "kill", "node", "node1", "state", "active", "processes", 1, "leader", true);

  private static final Map<String, String> PROPERTIES =
      Map.of("one", "1", "two", "2", "three", "3", "four", "4", "five", "5");

  private ComparedRun() {}

  /** Writes a run and its page to the folder that is the only argument. */
  public static void main(String[] args) {
    write(Path.of(args[0]));
    ReportPage.write(Path.of(args[0]));
  }

  static void write(Path folder) {
    VirtualRunTest run = new VirtualRunTest();
    RunRecord begun =
        RunRecord.builder(
                new Tool("simulator", "1", null),
                START,
                new Target(Target.LOCAL, "1.4.1", List.of("a:1", "b:2", "c:3"), false, false, 0)
                    .withSetup(new Setup("1g", PROPERTIES, List.of(), null)),
                run.settings,
                new Machine(2, 1L << 30, "Linux", "17", Map.of()))
            .build();
    try (Recorder recorder = Recorder.open(folder, begun, run.clock.now())) {
      RunRecorder record = new RunRecorder(recorder, run.clock, new NoServers());
      Simulation.Outcome outcome = run.run(record, new Fault());
      RunStats measured = outcome.measured();
      recorder.measured(record.windowStart(), record.windowStart() + 60, measured);
      RunRecord ended =
          begun
              .with()
              .durationSeconds(run.clock.seconds())
              .windowSeconds(outcome.windowSeconds())
              .operations(OperationResult.of(measured))
              .registry(
                  new RegistryResult(
                      measured.registry(),
                      outcome.findings().divergent(),
                      RegistryResult.BeatGap.ofMicros(measured.histogram(FleetDuration.BEAT_GAP))
                          .orElse(null),
                      outcome.complete(),
                      0,
                      outcome.findings().keptBeatingYetDropped(),
                      outcome.findings().neverAppeared(),
                      null))
              .build();
      recorder.finish(Judge.standard().judged(ended, Criteria.defaults()));
    }
  }

  /** The content of each file by its name, one character a byte. */
  static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        files.put(
            file.getFileName().toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }

  static void assertSame(Map<String, String> files, Path folder) throws IOException {
    Map<String, String> others = files(folder);
    assertThat(others.keySet()).isEqualTo(files.keySet());
    files.forEach(
        (name, content) -> {
          // AssertJ would take long to show how two pages of a megabyte differ.
          int at = Arrays.mismatch(content.toCharArray(), others.get(name).toCharArray());
          assertThat(at)
              .as("%s/%s differs%s", folder, name, around(others.get(name), at))
              .isEqualTo(-1);
        });
  }

  private static String around(String content, int at) {
    return at < 0
        ? ""
        : " at '"
            + content.substring(Math.max(0, at - 60), Math.min(content.length(), at + 60))
            + "'";
  }

  private static final class Fault implements Scenario {

    @Override
    public void begin(Events events) {
      events.event(Event.FAULT, FAULT);
    }
  }

  private static final class NoServers implements ServerWatch {

    @Override
    public void sample() {
      // There is nothing to watch.
    }

    @Override
    public void beginWindow() {
      // The same.
    }

    @Override
    public Map<String, Server> summary() {
      return Map.of();
    }
  }
}
