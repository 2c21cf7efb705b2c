package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.summary.Table;
import dev.nacoscapacity.simulator.options.ExitCode;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.plan.Plan;
import dev.nacoscapacity.simulator.plan.PlanException;
import dev.nacoscapacity.simulator.plan.PlanReader;
import dev.nacoscapacity.simulator.plan.PlanStudy;
import dev.nacoscapacity.simulator.plan.PlanTrial;
import dev.nacoscapacity.simulator.plan.Row;
import dev.nacoscapacity.simulator.plan.Scale;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/simulator plan}. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Runs a test plan: rounds of cluster settings x loads, each row a run on a local cluster.",
      "An interrupted plan goes on with the same options and --out DIR."
    },
    footer = {
      "",
      "Example:",
      "  bin/simulator plan registry-auth --scale auto",
      "",
      "Exit codes: 0 all rows were run, 2 not all, 64 wrong usage."
    })
final class PlanCommand implements Callable<Integer> {

  /** Of the five 16-core nodes that the shipped plans' sizes are for. */
  private static final int PUBLISHED_CORES = 80;

  private static final String AUTO = "auto";
  private static final String SHIPPED = "plans";

  private final PrintStream stdout;
  private final PrintStream stderr;

  @Parameters(
      paramLabel = "FILE",
      description = "a plan's file, or the name of a shipped one (see the folder plans/)")
  private String file;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = {
        "multiply instances, services, connections, thread limits and heap by this;",
        "auto: by the cores here over the 80 of the published report (default: 1)"
      })
  private String scale;

  @Option(names = "--dry-run", description = "only print what would be run")
  private boolean dryRun;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the study, new or to be resumed (default: runs/<utc>-<plan>)")
  private Path out;

  PlanCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() {
    Scale factor = factor();
    Path source = source();
    Plan plan = read(source).scaled(factor);
    if (dryRun) {
      plan.rows().forEach(row -> stdout.println(sentence(row)));
      return ExitCode.OK;
    }
    Study study = begun(plan, source, factor);
    Path folder =
        out == null
            ? RunFolder.fresh(Path.of("runs"), InstantSource.system().instant(), name(source))
            : out;
    boolean whole =
        new PlanStudy(
                plan,
                folder,
                (number, row, name) -> run(number, row, folder.resolve(name)),
                clusters(),
                stderr::println)
            .run(study);
    print(Study.read(folder), folder);
    if (!whole) {
      stderr.println("to go on: the same command with --out " + folder);
    }
    return whole ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private Scale factor() {
    if (scale.equals(AUTO)) {
      return Scale.ofMachine(Runtime.getRuntime().availableProcessors(), PUBLISHED_CORES);
    }
    try {
      return new Scale(Double.parseDouble(scale));
    } catch (NumberFormatException e) {
      throw new UsageException("--scale is a number or auto, not '" + scale + "'");
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Path source() {
    Path given = Path.of(file);
    Path shipped = Path.of(System.getProperty(LocalClusters.HOME, ""), SHIPPED, file + ".yaml");
    if (Files.isRegularFile(given)) {
      return given;
    }
    if (Files.isRegularFile(shipped)) {
      return shipped;
    }
    throw new UsageException(
        "no plan '%s': neither a file, nor one of %s/".formatted(file, SHIPPED));
  }

  private static String name(Path source) {
    return source.getFileName().toString().replaceAll("\\.ya?ml$", "");
  }

  private static Plan read(Path source) {
    try {
      return new PlanReader(new RowOptions()).read(source.toString(), Files.readString(source));
    } catch (PlanException e) {
      throw new UsageException(e.getMessage());
    } catch (IOException e) {
      throw new UsageException("cannot read " + source + ": " + e.getMessage());
    }
  }

  private Study begun(Plan plan, Path source, Scale factor) {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("plan", name(source));
    asked.put("scale", Double.toString(factor.factor()));
    asked.put("rows", Integer.toHexString(plan.rows().hashCode()));
    if (out == null || !Study.isIn(out)) {
      return Study.begin(PlanStudy.KIND, plan.question(), asked, InstantSource.system().instant());
    }
    Study study = Study.read(out);
    if (!study.kind().equals(PlanStudy.KIND) || !study.asked().equals(asked)) {
      throw new UsageException(
          "%s holds another study, or the plan has changed since: name another --out"
              .formatted(out));
    }
    return study;
  }

  private PlanStudy.Clusters clusters() {
    LocalClusters local = LocalClusters.here(stderr::println);
    return new PlanStudy.Clusters() {
      @Override
      public Optional<Cluster> running() {
        return local
            .find()
            .filter(cluster -> cluster.nodes().stream().anyMatch(node -> node.pid().isPresent()));
      }

      @Override
      public Cluster start(ClusterSpec spec) {
        return local.up(spec);
      }
    };
  }

  private Optional<PlanTrial> run(int number, Row row, Path folder) {
    Path fresh = RunFolder.unused(folder);
    List<String> args = new ArrayList<>(RowOptions.args(row.load()));
    args.addAll(List.of("--target", "local", "--out", fresh.toString()));
    if (row.cluster().auth()) {
      args.add("--auth");
    }
    CommandLine simulator = SimulatorMain.commandLine(stdout, stderr);
    simulator.execute(args.toArray(String[]::new));
    if (!Files.exists(fresh.resolve(RunFolder.RUN_JSON))) {
      return Optional.empty();
    }
    RunRecord run = RunFolder.open(fresh).run();
    return run.interrupted()
        ? Optional.empty()
        : Optional.of(
            PlanTrial.of(number, row, folder.getParent().relativize(fresh).toString(), run));
  }

  private static String sentence(Row row) {
    ClusterSpec cluster = row.cluster();
    return "%s: %s, %d nodes, auth %s, heap %s %s: bin/simulator --target local%s %s"
        .formatted(
            row.round(),
            cluster.version(),
            cluster.nodes(),
            cluster.auth() ? "on" + (cluster.authCache() ? " with cache" : "") : "off",
            cluster.heap(),
            cluster.settings(),
            cluster.auth() ? " --auth" : "",
            String.join(" ", RowOptions.args(row.load())));
  }

  private void print(Study study, Path folder) {
    Table table =
        new Table(
            "row", "round", "auth", "cache", "instances", "verdict", "requests/s", "beat p99 ms");
    for (PlanTrial trial : study.trials(PlanTrial.class)) {
      table.row(
          Integer.toString(trial.row()),
          String.valueOf(trial.round()),
          trial.auth() ? "on" : "off",
          trial.authCache() ? "on" : "off",
          String.format(Locale.ROOT, "%,d", trial.instances()),
          trial.status().word(),
          String.format(Locale.ROOT, "%,.0f", trial.requestsPerSecond()),
          trial.beatP99Ms() == null ? "-" : String.format(Locale.ROOT, "%,.1f", trial.beatP99Ms()));
    }
    stdout.println();
    stdout.println(study.question());
    table.lines().forEach(stdout::println);
    stdout.println(study.answer() == null ? "Not all rows were run." : study.answer());
    stdout.println("Study folder: " + folder);
  }
}
