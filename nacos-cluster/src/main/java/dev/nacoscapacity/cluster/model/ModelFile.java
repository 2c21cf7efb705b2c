package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the model of a cluster from a YAML file; each error names file, line and column. The
 * defaults are those of the published cluster (alibaba/nacos issue 7302), with the server's own
 * settings.
 */
public final class ModelFile {

  /** The names of the files that come with the tool, the default first. */
  public static final List<String> SHIPPED =
      List.of(
          "published",
          "five-small",
          "three-nodes-two-zones",
          "this-machine",
          "published-2.2.4",
          "this-machine-2.2.4");

  private static final int MOST_NODES = 50;
  static final int MOST_THREADS = 100_000;
  static final int MOST_CONNECTIONS = 10_000_000;
  static final double LEAST_QUOTA = 0.01;

  private ModelFile() {}

  /**
   * Reads a shipped file by its name, or another by its path.
   *
   * @throws YamlException when there is no such file, or its values are invalid
   */
  public static ModelSpec read(String name) {
    return parse(ModelSource.read("model", name, SHIPPED, Path.of("")));
  }

  static ModelSpec parse(ModelSource.Text file) {
    SectionValues top = new SectionValues(Section.read(file.file(), file.text()));
    ServerVersion version = top.version("version");
    List<ModelSpec.Zone> zones = zones(top);
    int nodes = zones.stream().mapToInt(ModelSpec.Zone::nodes).sum();
    ModelSpec.Machines machines = machines(top.section("machines"), nodes);
    ModelSpec.NodeSettings settings = settings(top, machines.cores());
    ModelSpec spec =
        new ModelSpec(
            file.source(),
            version,
            zones,
            machines,
            settings,
            delays(top.section("links"), zones.size()),
            top.whole("seed-of-behaviour", 1, 0, 999_999_999),
            behaviour(top.section("behaviour"), version),
            costs(top, version, file.folder()));
    top.end();
    return spec;
  }

  private static List<ModelSpec.Zone> zones(SectionValues top) {
    if (!top.has("zones")) {
      return List.of(new ModelSpec.Zone("a", top.whole("nodes", 5, 1, MOST_NODES)));
    }
    if (top.has("nodes")) {
      throw top.fault("nodes", "'nodes' stands in each of the zones: leave it out here");
    }
    List<ModelSpec.Zone> zones = new ArrayList<>();
    for (SectionValues each : top.sections("zones")) {
      ModelSpec.Zone zone =
          new ModelSpec.Zone(each.text("name", null), each.whole("nodes", 1, 1, MOST_NODES));
      each.end();
      if (zones.stream().anyMatch(other -> other.name().equals(zone.name()))) {
        throw each.fault("name", "another zone is called '%s', too".formatted(zone.name()));
      }
      zones.add(zone);
    }
    int nodes = zones.stream().mapToInt(ModelSpec.Zone::nodes).sum();
    if (nodes < 1 || nodes > MOST_NODES) {
      throw top.fault(
          "zones", "zones have 1 to %d nodes in all, not %d".formatted(MOST_NODES, nodes));
    }
    return zones;
  }

  private static ModelSpec.Machines machines(SectionValues values, int nodes) {
    int count = values.whole("count", nodes, 1, nodes);
    boolean shared = values.onOff("shared-with-generator", false);
    if (shared && count > 1) {
      throw values.fault(
          "shared-with-generator", "nodes share one machine with the generator: write 'count: 1'");
    }
    int cores = values.whole("cores", 16, 1, 256);
    Optional<Double> quota =
        values.has("quota")
            ? Optional.of(values.number("quota", null, LEAST_QUOTA, cores))
            : Optional.empty();
    if (quota.isPresent() && (shared || count < nodes)) {
      throw values.fault(
          "quota",
          "'quota' is of nodes with a machine each: leave 'count' and 'shared-with-generator' out");
    }
    double speed = values.number("speed", 1.0, 0.05, 20);
    values.end();
    return new ModelSpec.Machines(count, cores, speed, shared, quota);
  }

  private static ModelSpec.NodeSettings settings(SectionValues values, int cores) {
    ModelSpec.NodeSettings usual =
        new ModelSpec.NodeSettings(
                values.size("heap", 8L << 30),
                tomcat(values.section("tomcat")),
                1,
                1,
                new ModelSpec.Forwards(1, 1),
                values.onOff("token-cache", false))
            .withPools(cores);
    return usual
        .withBeatThreads(values.whole("beat-threads", usual.beatThreads(), 1, MOST_THREADS))
        .withGrpcThreads(values.whole("grpc-threads", usual.grpcThreads(), 1, MOST_THREADS))
        .withForwards(forwards(values.section("forward-pool"), usual.forwards()));
  }

  private static ModelSpec.Tomcat tomcat(SectionValues values) {
    ModelSpec.Tomcat tomcat =
        new ModelSpec.Tomcat(
            values.whole("threads", 200, 1, MOST_THREADS),
            values.whole("accept-queue", 100, 0, MOST_THREADS),
            values.whole("connections", 8192, 1, MOST_CONNECTIONS));
    values.end();
    return tomcat;
  }

  private static ModelSpec.Forwards forwards(SectionValues values, ModelSpec.Forwards usual) {
    int route = values.whole("route", usual.route(), 1, MOST_THREADS);
    int total = values.whole("total", Math.max(route, usual.total()), route, MOST_THREADS);
    values.end();
    return new ModelSpec.Forwards(route, total);
  }

  private static ModelSpec.Delays delays(SectionValues values, int zones) {
    long delay = values.time("delay", 200_000);
    long jitter = values.time("jitter", Math.min(delay, 100_000));
    long between = values.time("between-zones", delay);
    if (jitter > delay) {
      throw values.fault("jitter", "'jitter' is at most the delay, not above it");
    }
    if (values.has("between-zones") && zones == 1) {
      throw values.fault("between-zones", "'between-zones' needs two zones or more");
    }
    if (between < delay) {
      throw values.fault(
          "between-zones", "'between-zones' is at least the delay within a zone, not below it");
    }
    values.end();
    return new ModelSpec.Delays(delay, jitter, between);
  }

  private static ModelSpec.Behaviour behaviour(SectionValues values, ServerVersion version) {
    ModelSpec.Behaviour behaviour =
        new ModelSpec.Behaviour(
            defect(values, "lostRegistration", version),
            defect(values, "revisionZeroCopies", version));
    values.end();
    return behaviour;
  }

  /** Whether nodes have a defect over gRPC that was seen on 2.2.4, and not on later versions. */
  private static boolean defect(SectionValues values, String key, ServerVersion version) {
    boolean on = values.onOff(key, version.hasGrpcDefects());
    if (on && !version.grpc()) {
      throw values.fault(key, "'%s' is off in %s, which answers no gRPC".formatted(key, version));
    }
    return on;
  }

  private static Costs costs(SectionValues top, ServerVersion version, Path folder) {
    String name = top.text("costs", "nacos-" + version);
    Costs costs;
    try {
      costs = CostFile.read(name, folder);
    } catch (YamlException e) {
      // An error in the cost file has a position of its own.
      throw e.getMessage().startsWith("there is no") ? top.fault("costs", e.getMessage()) : e;
    }
    if (costs.version() != version) {
      throw top.fault(
          "costs", "'costs' are of %s, and the model is of %s".formatted(costs.version(), version));
    }
    return costs;
  }
}
