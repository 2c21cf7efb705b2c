package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.PartRun;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.reports.calibration.Calibration;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.simulator.options.ExitCode;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.session.ThisMachine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/calibrate}. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures what stands between the instances and the registry on this machine, so that a run's",
      "figures can be told from its limits. Later reports on this machine cite the result."
    },
    footer = {
      "",
      "Example:",
      "  bin/calibrate all",
      "",
      "Exit codes: 0 measured, 2 a case failed or interrupted, 64 wrong usage, 70 internal error."
    })
final class CalibrateCommand implements Callable<Integer> {

  private static final String QUESTION = "What bounds a run on this machine, besides the registry?";

  private final PrintStream stdout;
  private final PrintStream stderr;

  @Parameters(paramLabel = "PART", description = "engines, payload, or all")
  private String part;

  @Option(names = "--full", description = "the whole tables, not a choice that takes minutes")
  private boolean full;

  @Option(
      names = "--case",
      paramLabel = "WORD",
      split = ",",
      description = "only cases of whose settings each of these words is one, such as fleet,2000")
  private List<String> words = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the order of the cases (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "new folder of the result (default: runs/<utc>-calibrate-<part>)")
  private Path out;

  CalibrateCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() throws IOException {
    List<Part> chosen = parts().named(part);
    if (out != null && Study.isIn(out)) {
      throw new UsageException(out + " holds a study already: name another --out");
    }
    Instant now = Instant.now();
    Path folder = out == null ? RunFolder.fresh(Path.of("runs"), now, "calibrate-" + part) : out;
    Journal journal =
        new Journal(
            folder,
            Study.begin(Calibration.KIND, QUESTION, asked(), now).on(ThisMachine.describe()));
    try (Interruption interruption = new Interruption(stderr, ExitCode.INCONCLUSIVE);
        Heartbeat heartbeat = Heartbeat.start(stderr::println)) {
      for (Part each : chosen) {
        measure(each, Files.createDirectories(folder.resolve(each.name())), journal, heartbeat);
      }
      journal.finish();
    } catch (InterruptedException e) {
      stdout.println("INTERRUPTED: what was measured is kept");
    }
    stdout.println("Calibration: " + folder);
    return journal.complete() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private Parts parts() {
    return new Parts();
  }

  private void measure(Part part, Path directory, Journal journal, Heartbeat heartbeat)
      throws InterruptedException {
    try (part) {
      new PartRun(part, full ? Scale.FULL : Scale.QUICK, openFiles(), new Random(seed), heartbeat)
          .only(setting -> setting.values().containsAll(words))
          .run(directory, journal::keep);
    }
  }

  private static long openFiles() {
    return ThisMachine.describe().limits().getOrDefault("openFiles", Long.MAX_VALUE);
  }

  private Map<String, String> asked() {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("part", part);
    asked.put("--full", Boolean.toString(full));
    asked.put("--seed", Long.toString(seed));
    if (!words.isEmpty()) {
      asked.put("--case", String.join(",", words));
    }
    return asked;
  }
}
