package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.calibration.engines.EnginesPart;
import dev.nacoscapacity.calibration.gateway.GatewayLimits;
import dev.nacoscapacity.calibration.gateway.GatewayPart;
import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.Host;
import dev.nacoscapacity.calibration.harness.Part;
import dev.nacoscapacity.calibration.harness.PartRun;
import dev.nacoscapacity.calibration.payload.PayloadPart;
import dev.nacoscapacity.calibration.proxy.ProxyPart;
import dev.nacoscapacity.core.calibration.Calibration;
import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.cli.Checkout;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/calibrate}. */
@Command(
    name = "calibrate",
    description = {
      "Measures what lies between the instances and the registry on this machine:",
      "what a run cannot exceed, however good the registry is. Later reports on this "
          + "machine cite the result.",
      "machine, which is not in all, is a command of its own."
    },
    footer = {
      "",
      "Example:",
      "  bin/calibrate all",
      "",
      "Exit codes: 0 measured, 2 interrupted, a case failed, all were skipped, or the machine was "
          + "busy, 64 wrong usage, 70 internal error."
    })
final class CalibrateCommand implements Callable<Integer> {

  private static final Path HOME = Checkout.home();
  private static final String QUESTION = "What bounds a run on this machine, besides the registry?";
  private static final List<String> PARTS = List.of("engines", "payload", "proxy", "gateway");
  private static final String ALL = "all";

  private final PrintStream stdout;
  private final PrintStream stderr;

  @Parameters(
      paramLabel = "PART",
      defaultValue = "",
      description = "engines, payload, proxy, gateway, or all")
  private String part;

  @Option(
      names = "--full",
      description = "the whole tables, instead of a choice of cases that takes minutes")
  private boolean full;

  @Option(
      names = "--case",
      paramLabel = "WORD",
      split = ",",
      description = "only cases whose settings include all of these words, such as fleet,2000")
  private List<String> words = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the order of the cases (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--jdk",
      paramLabel = "DIR",
      description = "a JDK 21 or newer, for virtual threads (default: one that is installed)")
  private Path jdk;

  @Mixin private GatewayLimits gateway;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "new folder of the result (default: runs/<utc>-calibrate-<part>)")
  private Path out;

  @Spec private CommandSpec spec;

  private final Map<String, PartResult> results = new LinkedHashMap<>();
  private Path folder;
  private Study study;

  CalibrateCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() throws IOException {
    if (!part.equals(ALL) && !PARTS.contains(part)) {
      throw new UsageException(
          "nothing to calibrate is called '%s': write %s, %s or machine"
              .formatted(part, String.join(", ", PARTS), ALL));
    }
    List<OptionSpec> limits = spec.mixins().get("gateway").options();
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      String name = option.longestName();
      String user = limits.contains(option) ? "gateway" : name.equals("--jdk") ? "engines" : part;
      UsageException.unless(
          part.equals(user) || part.equals(ALL),
          name,
          "is for %s and all: leave it out".formatted(user));
      UsageException.unless(
          !limits.contains(option) || option.<Integer>getValue() > 0, name, "is 1 or more");
    }
    Map<Part, List<Case>> cases = cases(full);
    if (cases.isEmpty()) {
      throw new UsageException(
          "--case %s: no case has all of these words%s"
              .formatted(String.join(",", words), cases(true).isEmpty() ? "" : " but with --full"));
    }
    if (out != null && Study.isIn(out)) {
      throw new UsageException(out + " holds a study already: name another --out");
    }
    Instant now = Instant.now();
    folder = out == null ? RunFolder.fresh(Path.of("runs"), now, "calibrate-" + part) : out;
    Map<String, String> selection = new LinkedHashMap<>(Map.of("part", part));
    selection.putAll(StudyQuestion.of(spec));
    selection.put("--full", Boolean.toString(full));
    Host.java(jdks(), EnginesPart.VIRTUAL_THREADS_SINCE)
        .ifPresent(java -> selection.put("jdk", Integer.toString(Host.version(java))));
    selection.put("--seed", Long.toString(seed));
    write(
        Study.begin(Calibration.KIND, QUESTION, selection, now)
            .withMachine(Doctor.ofThisMachine().describe()));
    return measure(cases);
  }

  /** The requested cases by part, in the order in which they are measured. */
  private Map<Part, List<Case>> cases(boolean whole) {
    Map<Part, List<Case>> cases = new LinkedHashMap<>();
    for (String name : part.equals(ALL) ? PARTS : List.of(part)) {
      Part one =
          switch (name) {
            case "engines" -> new EnginesPart(whole, jdks(), HOME);
            case "payload" -> new PayloadPart(whole);
            case "proxy" -> new ProxyPart(whole);
            default -> new GatewayPart(whole, gateway, HOME);
          };
      List<Case> selection = new ArrayList<>(one.cases());
      selection.removeIf(each -> !each.words().containsAll(words));
      if (!selection.isEmpty()) {
        cases.put(one, selection);
      }
    }
    return cases;
  }

  private List<Path> jdks() {
    if (jdk == null) {
      return Host.jdks();
    }
    // Engines start in folders of their own, where a relative path would have another meaning.
    List<Path> only = List.of(jdk.toAbsolutePath());
    if (Host.java(only, EnginesPart.VIRTUAL_THREADS_SINCE).isEmpty()) {
      throw new UsageException(
          "--jdk %s is no folder of a JDK %d or newer"
              .formatted(jdk, EnginesPart.VIRTUAL_THREADS_SINCE));
    }
    return only;
  }

  /** The file of the study is written after each case, so that a crash leaves what there is. */
  private int measure(Map<Part, List<Case>> cases) throws IOException {
    boolean measured = false;
    Thread measuring = Thread.currentThread();
    try (var signals = ShutdownSignals.open(stderr, signal -> measuring.interrupt(), "")) {
      for (Map.Entry<Part, List<Case>> entry : cases.entrySet()) {
        Path logs = Files.createDirectories(folder.resolve(entry.getKey().table().name()));
        new PartRun(entry.getKey(), full ? 3 : 2, new Random(seed), stderr::println)
            .run(entry.getValue(), logs, this::keep);
      }
      write(study.withAnswer(null, "measured"));
      measured = measured();
    } catch (InterruptedException e) {
      stdout.println("INTERRUPTED (exit code 2): what was measured is kept");
    }
    // A signal may have arrived after everything was measured.
    Thread.interrupted();
    results.values().forEach(result -> PartText.lines(result).forEach(stdout::println));
    stdout.println("\npage: " + ReportPage.write(folder));
    stdout.println("Run folder: " + folder);
    return measured ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  /** Replaces the earlier result of a part. */
  private void keep(PartResult result) {
    results.put(result.name(), result);
    write(study.withTrials(List.of(), List.copyOf(results.values())));
  }

  /** On another thread, since an interrupt would end a write. */
  private void write(Study newer) {
    study = newer;
    CompletableFuture.runAsync(() -> newer.write(folder)).join();
  }

  /** Whether there are figures of each round of at least one case. */
  private boolean measured() {
    List<PartResult.Round> rounds =
        results.values().stream()
            .flatMap(result -> result.rows().stream())
            .flatMap(row -> row.rounds().stream())
            .toList();
    return !rounds.isEmpty() && rounds.stream().noneMatch(round -> round.figures().isEmpty());
  }
}
