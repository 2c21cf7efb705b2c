package dev.nacoscapacity.simulator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.simulator.doctor.Check;
import dev.nacoscapacity.simulator.doctor.Doctor;
import dev.nacoscapacity.simulator.live.MetricsEndpoint;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/simulator}: one run of a fleet against a registry. */
@Command(
    name = "simulator",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = "Stands in for N service instances of a Nacos registry and judges how it fares.",
    footer = {
      "",
      "Examples:",
      "  bin/simulator --instances 35000 --auth",
      "  bin/simulator --instances 1000 --auth --target local --duration 90s",
      "  bin/simulator --instances 2000 --target 10.0.0.1:8848,10.0.0.2:8848 --yes",
      "",
      "Exit codes: 0 pass, 1 fail, 2 inconclusive, 64 wrong usage, 70 internal error."
    })
final class SimulatorCommand implements Callable<Integer> {

  private final PrintStream stdout;
  private final PrintStream stderr;

  @Mixin private WorkloadOptions workload;
  @Mixin private TargetOptions target;
  @Mixin private MetricsOptions metrics;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the run's record (default: runs/<utc>-<name>)")
  private Path out;

  @Option(
      names = "--criteria",
      paramLabel = "NAME=VALUE",
      split = ",",
      description = "other bounds of the verdict, for example beatP99Ms=500; names as in run.json")
  private Map<String, String> criteria = Map.of();

  SimulatorCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() {
    InstantSource clock = InstantSource.system();
    Criteria bounds = bounds();
    RunSettings settings = workload.settings(target.isStandIn(), target.auth(), clock);
    target.requireConsistent();
    Targets.Shape shape = target.shape();
    Check shortage =
        Doctor.ofThisMachine()
            .shortages(settings.need(shape.nodes(), shape.standInHere(), shape.loopback()))
            .stream()
            .findFirst()
            .orElse(null);
    if (shortage != null) {
      stderr.println(shortage.sentence());
      return ExitCode.INCONCLUSIVE;
    }
    if (out != null) {
      Recorder.requireEmpty(out);
    }
    if (target.isStandIn()) {
      stderr.println(
          "The target is a stand-in: this run proves the tool, and nothing about Nacos's capacity.");
    }
    StopSignal stop = new StopSignal();
    try (MetricsEndpoint endpoint = openMetrics();
        Interrupts interrupts = Interrupts.stopOnSignal(stop, stderr);
        OpenTarget registry = interrupts.whileOpening(() -> target.open(stderr::println))) {
      return new Session(settings, registry, target, bounds, endpoint, stop, stdout, stderr)
          .run(out, clock.instant());
    }
  }

  /** Null when nobody asked for them. */
  private MetricsEndpoint openMetrics() {
    MetricsEndpoint endpoint = metrics.open();
    if (endpoint != null) {
      stderr.println("metrics: " + endpoint.url());
    }
    return endpoint;
  }

  private Criteria bounds() {
    ObjectMapper json = new ObjectMapper();
    ObjectNode all = json.valueToTree(Criteria.defaults());
    criteria.forEach(
        (name, value) -> {
          if (!all.has(name)) {
            throw new UsageException(
                "--criteria knows no '%s'; it knows %s"
                    .formatted(name, String.join(", ", names(all))));
          }
          all.put(name, number(name, value));
        });
    try {
      return json.convertValue(all, Criteria.class);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--criteria: " + rootOf(e).getMessage());
    }
  }

  /** The bound's own complaint, without Jackson's words around it. */
  private static Throwable rootOf(Throwable e) {
    return e.getCause() == null ? e : rootOf(e.getCause());
  }

  private static Iterable<String> names(ObjectNode all) {
    return all::fieldNames;
  }

  private static double number(String name, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new UsageException("--criteria " + name + " is a number, not '" + value + "'");
    }
  }
}
