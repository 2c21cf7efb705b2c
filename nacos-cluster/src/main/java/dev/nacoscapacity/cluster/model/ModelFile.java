package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.yaml.Section;
import dev.nacoscapacity.cluster.yaml.YamlException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
  private static final int MOST_THREADS = 100_000;
  private static final String VERSION = "version";
  private static final String NODES = "nodes";
  private static final String ZONES = "zones";
  private static final String MACHINES = "machines";
  private static final String HEAP = "heap";
  private static final String TOMCAT = "tomcat";
  private static final String BEAT_THREADS = "beat-threads";
  private static final String GRPC_THREADS = "grpc-threads";
  private static final String FORWARD_POOL = "forward-pool";
  private static final String LINKS = "links";
  private static final String TOKEN_CACHE = "token-cache";
  private static final String SEED = "seed-of-behaviour";
  private static final String BEHAVIOUR = "behaviour";
  private static final String COSTS = "costs";
  private static final Set<String> TOP =
      Set.of(
          VERSION,
          NODES,
          ZONES,
          MACHINES,
          HEAP,
          TOMCAT,
          BEAT_THREADS,
          GRPC_THREADS,
          FORWARD_POOL,
          LINKS,
          TOKEN_CACHE,
          SEED,
          BEHAVIOUR,
          COSTS);

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
    Section top = Section.read(file.file(), file.text()).only(TOP);
    Values values = new Values(top);
    ServerVersion version = values.version(VERSION);
    List<ModelSpec.Zone> zones = zones(top);
    int nodes = zones.stream().mapToInt(ModelSpec.Zone::nodes).sum();
    ModelSpec.Machines machines = machines(top.section(MACHINES), nodes);
    return new ModelSpec(
        file.source(),
        version,
        zones,
        machines,
        values.size(HEAP, "8g"),
        tomcat(top.section(TOMCAT)),
        values.whole(BEAT_THREADS, Math.max(1, machines.cores() / 2), 1, MOST_THREADS),
        values.whole(
            GRPC_THREADS, ConnectedClients.THREADS_PER_CORE * machines.cores(), 1, MOST_THREADS),
        forwards(top.section(FORWARD_POOL), machines.cores()),
        delays(top.section(LINKS), zones.size()),
        values.onOff(TOKEN_CACHE, false),
        values.whole(SEED, 1, 0, 999_999_999),
        behaviour(top.section(BEHAVIOUR), version),
        costs(top, version, file.folder()));
  }

  private static List<ModelSpec.Zone> zones(Section top) {
    if (top.has(ZONES) && top.has(NODES)) {
      throw top.fault(NODES, "'nodes' stands in each of the zones: leave it out here");
    }
    if (!top.has(ZONES)) {
      int nodes = new Values(top).whole(NODES, 5, 1, MOST_NODES);
      return List.of(new ModelSpec.Zone("a", nodes));
    }
    List<ModelSpec.Zone> zones = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int nodes = 0;
    for (Section zone : top.sections(ZONES)) {
      zone.only(Set.of("name", NODES));
      if (!zone.has("name")) {
        throw zone.fault("a zone has a name, as in '{name: a, nodes: 2}'");
      }
      if (!names.add(zone.text("name"))) {
        throw zone.fault("name", "another zone is called '%s', too".formatted(zone.text("name")));
      }
      int own = new Values(zone).whole(NODES, 1, 1, MOST_NODES);
      zones.add(new ModelSpec.Zone(zone.text("name"), own));
      nodes += own;
    }
    if (nodes < 1 || nodes > MOST_NODES) {
      throw top.fault(
          ZONES, "zones have 1 to %d nodes in all, not %d".formatted(MOST_NODES, nodes));
    }
    return zones;
  }

  private static ModelSpec.Machines machines(Section section, int nodes) {
    section.only(Set.of("count", "cores", "speed", "shared-with-generator", "quota"));
    Values values = new Values(section);
    int count = values.whole("count", nodes, 1, nodes);
    boolean shared = values.onOff("shared-with-generator", false);
    if (shared && count > 1) {
      throw section.fault(
          "shared-with-generator", "nodes share one machine with the generator: write 'count: 1'");
    }
    int cores = values.whole("cores", 16, 1, 256);
    Double quota = section.has("quota") ? values.required("quota", 0.01, cores) : null;
    if (quota != null && (shared || count < nodes)) {
      throw section.fault(
          "quota",
          "'quota' is of nodes with a machine each: leave 'count' and 'shared-with-generator' out");
    }
    return new ModelSpec.Machines(count, cores, values.number("speed", 1, 0.05, 20), shared, quota);
  }

  private static ModelSpec.Tomcat tomcat(Section section) {
    section.only(Set.of("threads", "accept-queue", "connections"));
    Values values = new Values(section);
    return new ModelSpec.Tomcat(
        values.whole("threads", 200, 1, MOST_THREADS),
        values.whole("accept-queue", 100, 0, MOST_THREADS),
        values.whole("connections", 8192, 1, 10_000_000));
  }

  private static ModelSpec.Forwards forwards(Section section, int cores) {
    section.only(Set.of("route", "total"));
    Values values = new Values(section);
    int route = values.whole("route", cores, 1, MOST_THREADS);
    return new ModelSpec.Forwards(
        route, values.whole("total", Math.max(route, 2 * cores), route, MOST_THREADS));
  }

  private static ModelSpec.Delays delays(Section section, int zones) {
    section.only(Set.of("delay", "jitter", "between-zones"));
    Values values = new Values(section);
    long delay = values.time("delay", 200_000);
    long jitter = values.time("jitter", Math.min(delay, 100_000));
    if (jitter > delay) {
      throw section.fault("jitter", "'jitter' is at most the delay, not above it");
    }
    if (section.has("between-zones") && zones == 1) {
      throw section.fault("between-zones", "'between-zones' needs two zones or more");
    }
    long between = values.time("between-zones", delay);
    if (between < delay) {
      throw section.fault(
          "between-zones", "'between-zones' is at least the delay within a zone, not below it");
    }
    return new ModelSpec.Delays(delay, jitter, between);
  }

  private static ModelSpec.Behaviour behaviour(Section section, ServerVersion version) {
    section.only(Set.of("lostRegistration", "revisionZeroCopies"));
    return new ModelSpec.Behaviour(
        defect(section, "lostRegistration", version),
        defect(section, "revisionZeroCopies", version));
  }

  /** Whether nodes have a defect over gRPC that was seen on 2.2.4, and not on later versions. */
  private static boolean defect(Section section, String key, ServerVersion version) {
    boolean on = new Values(section).onOff(key, version == ServerVersion.V2_2_4);
    if (on && !version.grpc()) {
      throw section.fault(key, "'%s' is off in %s, which answers no gRPC".formatted(key, version));
    }
    return on;
  }

  private static Costs costs(Section top, ServerVersion version, Path folder) {
    String name = top.has(COSTS) ? top.text(COSTS) : "nacos-" + version;
    Costs costs;
    try {
      costs = CostFile.read(name, folder);
    } catch (YamlException e) {
      // An error in the cost file has a position of its own.
      throw e.getMessage().startsWith("there is no") ? top.fault(COSTS, e.getMessage()) : e;
    }
    if (costs.version() != version) {
      throw top.fault(
          COSTS, "'costs' are of %s, and the model is of %s".formatted(costs.version(), version));
    }
    return costs;
  }
}
