package dev.nacoscapacity.simulator.study.predict;

import static java.lang.Boolean.TRUE;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.cluster.model.ModelText;
import dev.nacoscapacity.cluster.yaml.YamlException;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.options.NodeOptions;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The model of a measured run's cluster.
 *
 * @param here whether its nodes are on the generator's machine
 * @param costs name of the cost file
 * @param speedFrom source of the machines' speed
 * @param cacheUnknown whether it is unknown if verified tokens are cached, so that the model caches
 *     none
 * @param model text of the model's file
 */
public record PredictedCluster(
    ClusterSpec spec,
    ModelSpec.Machines machines,
    boolean here,
    String costs,
    SpeedSource speedFrom,
    boolean cacheUnknown,
    String model) {

  private static final long MEGABYTE = 1 << 20;
  private static final String LOOPBACK = "127.";

  /** The source of a machine's speed. */
  public enum SpeedSource {
    GIVEN("as given"),
    /** A fixed piece of work during the run, on the shared machine. */
    PROBE("measured beside the run"),
    ASSUMED("assumed; name another with --speed");

    final String words;

    SpeedSource(String words) {
      this.words = words;
    }

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The cluster of a run's record.
   *
   * @param assumptions overrides the record
   * @throws UnpredictableException when no costs are known for its version, or a model does not
   *     support it
   * @throws UsageException when its machines or heap must be given
   */
  static PredictedCluster of(Path path, RunFolder folder, Assumptions assumptions)
      throws UnpredictableException {
    RunRecord run = folder.run();
    Target target = run.target();
    Costs costs = costs(run, assumptions);
    boolean here =
        target.onThisMachine() || target.nodes().stream().allMatch(n -> n.startsWith(LOOPBACK));
    Optional<Double> probe = Optional.ofNullable(run.speed()).filter(speed -> here);
    SpeedSource from =
        assumptions.speed().isPresent()
            ? SpeedSource.GIVEN
            : probe.isPresent() ? SpeedSource.PROBE : SpeedSource.ASSUMED;
    ModelSpec.Machines machines =
        new ModelSpec.Machines(
            here ? 1 : hosts(target),
            cores(path, run, assumptions, here),
            assumptions.speed().or(() -> probe).orElse(1.0),
            here && !apart(run));
    try {
      ClusterSpec spec = spec(costs.version(), target, heap(path, folder, assumptions));
      return new PredictedCluster(
          spec,
          machines,
          here,
          costs.file().name(),
          from,
          target.auth() && target.authCache() == null,
          ModelText.of(spec, machines, here, costs.file().name()));
    } catch (IllegalArgumentException | YamlException e) {
      throw new UnpredictableException("a model's " + e.getMessage());
    }
  }

  private static ClusterSpec spec(ServerVersion version, Target target, String heap) {
    ClusterSpec spec =
        ClusterSpec.of(version, target.nodes().size())
            .withAuth(target.auth())
            .withAuthCache(target.auth() && TRUE.equals(target.authCache()))
            .withHeap(heap);
    Setup setup = target.setup();
    if (setup != null) {
      spec = spec.withMore(setup.settings(), setup.jvmArgs());
      if (setup.nodeCpus() != null) {
        spec = spec.withNodeCpus(setup.nodeCpus());
      }
    }
    return spec;
  }

  /** The costs for the run's version, which is unknown for some registries. */
  private static Costs costs(RunRecord run, Assumptions assumptions) throws UnpredictableException {
    String version = run.target().version();
    Optional<ServerVersion> runVersion =
        Stream.of(ServerVersion.values())
            .filter(each -> each.toString().equals(version))
            .findFirst();
    String of = version == null ? "of an unknown version" : "of " + version;
    String name = assumptions.costs().orElse("nacos-" + version);
    if (assumptions.costs().isEmpty() && !CostFile.SHIPPED.contains(name)) {
      throw new UnpredictableException(
          "its nodes are %s, of which no costs come with the tool: give --costs".formatted(of));
    }
    Costs costs = NodeOptions.costs(name);
    if (runVersion.filter(each -> each != costs.version()).isPresent()) {
      throw new UnpredictableException(
          "its nodes are %s, and %s has the costs of %s".formatted(of, name, costs.version()));
    }
    if (run.workload().protocol().grpc() && !costs.version().grpc()) {
      throw new UnpredictableException(
          "its fleet spoke gRPC, of which %s has no costs".formatted(name));
    }
    return costs;
  }

  private static int hosts(Target target) {
    return (int)
        target.nodes().stream().map(n -> n.substring(0, n.lastIndexOf(':'))).distinct().count();
  }

  private static int cores(Path path, RunRecord run, Assumptions assumptions, boolean here) {
    if (assumptions.cores().isPresent()) {
      return assumptions.cores().get();
    }
    // If machines differ, the smallest one reaches its limit first.
    OptionalInt cores =
        run.servers().values().stream()
            .map(Server::cores)
            .filter(Objects::nonNull)
            .mapToInt(Number::intValue)
            .min();
    if (cores.isEmpty() && !here) {
      throw missing(path, "--cores", "how many cores its nodes have");
    }
    return cores.orElse(run.machine().cores());
  }

  /** Whether the generator had processors apart from the nodes, to which the kernel moves it. */
  private static boolean apart(RunRecord run) {
    return run.servers().values().stream().anyMatch(node -> TRUE.equals(node.generatorApart()));
  }

  private static String heap(Path path, RunFolder folder, Assumptions assumptions) {
    if (assumptions.heap().isPresent()) {
      return assumptions.heap().get();
    }
    Setup setup = folder.run().target().setup();
    if (setup != null) {
      return setup.heap();
    }
    long most =
        folder.serverRows().stream()
            .map(row -> row.jvm().heapMaxBytes())
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .max()
            .orElse(0);
    if (most <= 0) {
      throw missing(path, "--heap", "how much heap its nodes have");
    }
    return Math.max(1, most / MEGABYTE) + "m";
  }

  private static UsageException missing(Path path, String option, String what) {
    return new UsageException(
        option, "is needed: the record of %s does not say %s".formatted(path, what));
  }

  /** A description on one line. */
  String words() {
    return NumberText.of(
        "%s of %s on %s of %s%s%s, heap %s, costs %s, speed %.2f (%s)%s",
        NumberText.counted(spec.nodes(), "node", "nodes"),
        spec.version(),
        NumberText.counted(machines.count(), "machine", "machines"),
        NumberText.counted(machines.cores(), "core", "cores"),
        machines.sharedWithGenerator() ? " shared with the generator" : "",
        spec.nodeCpus().map(", at most %s a node"::formatted).orElse(""),
        spec.heap(),
        costs,
        machines.speed(),
        speedFrom.words,
        cacheUnknown ? ", no token cache (assumed)" : "");
  }
}
