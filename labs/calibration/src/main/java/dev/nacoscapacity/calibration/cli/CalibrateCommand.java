package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.cli.Checkout;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.calibration.engines.EnginesPart;
import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.calibration.gateway.GatewayPart;
import dev.nacoscapacity.calibration.payload.PayloadPart;
import dev.nacoscapacity.calibration.process.Jdks;
import dev.nacoscapacity.calibration.proxy.ProxyPart;
import dev.nacoscapacity.core.calibration.Calibration;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code bin/calibrate}. */
@Command(
    name = "calibrate",
    description = {
      "Measures what lies between the instances and the registry on this machine:",
      "what a run cannot exceed, however good the registry is. Later reports on this "
          + "machine cite the result.",
      "",
      "machine, which is not in all, takes a minute and no options: it prints the speed of "
          + "this machine's cores, for bin/simulator size --speed."
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

  private static final String ALL = "all";
  private static final String MACHINE = "machine";

  private final PrintStream stdout;
  private final PrintStream stderr;

  @Parameters(
      paramLabel = "PART",
      description = "engines, payload, proxy, gateway, all, or machine")
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

  @Mixin private GatewayOptions gateway;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "new folder of the result (default: runs/<utc>-calibrate-<part>)")
  private Path out;

  @Spec private CommandSpec spec;

  CalibrateCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() throws IOException {
    if (part.equals(MACHINE)) {
      return machine();
    }
    List<Part> asked = parts();
    requireUse("--jdk", "engines");
    spec.mixins()
        .get("gateway")
        .options()
        .forEach(option -> requireUse(option.longestName(), "gateway"));
    Map<Part, List<Case>> cases = new LinkedHashMap<>();
    asked.forEach(each -> cases.put(each, cases(each, scale())));
    cases.values().removeIf(List::isEmpty);
    if (cases.isEmpty()) {
      throw new UsageException(noCases(asked));
    }
    if (out != null && Study.isIn(out)) {
      throw new UsageException(out + " holds a study already: name another --out");
    }
    Instant now = Instant.now();
    Path folder = out == null ? RunFolder.fresh(Path.of("runs"), now, "calibrate-" + part) : out;
    Study study =
        Study.begin(Calibration.KIND, QUESTION, given(), now)
            .withMachine(Doctor.ofThisMachine().describe());
    boolean complete = new CalibrationRun(folder, study).run(cases, scale(), seed, stdout, stderr);
    return complete ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private void requireUse(String option, String user) {
    UsageException.unless(
        part.equals(user)
            || part.equals(ALL)
            || !spec.commandLine().getParseResult().hasMatchedOption(option),
        option,
        "is for %s and all: leave it out".formatted(user));
  }

  /** Not a part: its result is one number that no run on this machine is compared with. */
  private int machine() {
    ParseResult given = spec.commandLine().getParseResult();
    if (!given.matchedOptions().isEmpty()) {
      throw new UsageException(
          given.matchedOptions().get(0).longestName(), "does not apply to 'machine': leave it out");
    }
    return new MachineRun(MachineSpeed.ofThisMachine(), Doctor.ofThisMachine().describe().java())
        .run(stdout, stderr);
  }

  /** The requested part, or all parts in the order in which they are measured. */
  private List<Part> parts() {
    Map<String, Supplier<Part>> byName = new LinkedHashMap<>();
    byName.put("engines", () -> new EnginesPart(jdks(), HOME));
    byName.put("payload", PayloadPart::new);
    byName.put("proxy", ProxyPart::new);
    byName.put("gateway", () -> new GatewayPart(gateway.limits(), HOME));
    if (part.equals(ALL)) {
      return byName.values().stream().map(Supplier::get).toList();
    }
    if (!byName.containsKey(part)) {
      throw new UsageException(
          "nothing to calibrate is called '%s': write %s, %s or %s"
              .formatted(part, String.join(", ", byName.keySet()), ALL, MACHINE));
    }
    return List.of(byName.get(part).get());
  }

  private Jdks jdks() {
    if (jdk == null) {
      return Jdks.ofThisMachine(System.getenv());
    }
    // Engines start in folders of their own, where a relative path would have another meaning.
    Jdks only = Jdks.only(jdk.toAbsolutePath());
    if (only.java(EnginesPart.VIRTUAL_THREADS_SINCE).isEmpty()) {
      throw new UsageException(
          "--jdk %s is no folder of a JDK %d or newer"
              .formatted(jdk, EnginesPart.VIRTUAL_THREADS_SINCE));
    }
    return only;
  }

  private Scale scale() {
    return full ? Scale.FULL : Scale.QUICK;
  }

  private List<Case> cases(Part each, Scale scale) {
    return each.cases(scale).stream()
        .filter(one -> one.setting().values().containsAll(words))
        .toList();
  }

  private String noCases(List<Part> asked) {
    String none = "--case %s: no case has all of these words".formatted(String.join(",", words));
    if (asked.stream().anyMatch(each -> !cases(each, Scale.FULL).isEmpty())) {
      return none + " but with --full";
    }
    Set<String> known = new LinkedHashSet<>();
    asked.forEach(
        each -> each.cases(Scale.FULL).forEach(one -> known.addAll(one.setting().values())));
    known.remove("");
    return none + "; there are: " + String.join(", ", known);
  }

  private Map<String, String> given() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("part", part);
    options.putAll(StudyQuestion.of(spec));
    options.put("--full", Boolean.toString(full));
    options.put("--seed", Long.toString(seed));
    return options;
  }
}
