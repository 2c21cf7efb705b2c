package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.yaml.YamlException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * Writes a model file with the settings of a cluster: either on the base of another file, for the
 * rows of a plan, or for an existing cluster.
 */
public final class ModelText {

  private static final String HEALTH_THREADS = "-Dcom.alibaba.nacos.naming.health.thread.num=";

  /**
   * This JVM argument sets the number of processors, which determines the size of some pools of a
   * node.
   */
  private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

  /** One-way delays on loopback, as in the shipped {@code this-machine}. */
  private static final Map<String, String> LOOPBACK =
      new TreeMap<>(Map.of("delay", "0.02ms", "jitter", "0.01ms"));

  private ModelText() {}

  /**
   * The model file of a cluster, on machines apart from the load generator or shared with it.
   * Everything else has the server's defaults.
   *
   * @param machines of the nodes, before any quota of the cluster
   * @param costs name of a shipped file, or a path
   * @throws YamlException when no model can be like it
   */
  public static String of(ClusterSpec cluster, ModelSpec.Machines machines, String costs) {
    return of(cluster, machines, machines.sharedWithGenerator(), costs);
  }

  /**
   * The model file of a cluster.
   *
   * @param loopback whether the generator is on the nodes' machine, possibly on other processors
   */
  public static String of(
      ClusterSpec cluster, ModelSpec.Machines machines, boolean loopback, String costs) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("nodes", cluster.nodes());
    if (loopback) {
      all.put("links", LOOPBACK);
    }
    all.put("costs", absolute(Path.of(""), costs));
    return text(all, cluster, machines);
  }

  /**
   * A model file with version, nodes, heap, cache and Tomcat settings replaced by a cluster's.
   * Settings that a model does not support are left out.
   *
   * @param name of a shipped file, or a path
   * @throws YamlException when there is no such model, or the settings are invalid for it
   */
  public static String with(String name, ClusterSpec cluster) {
    ModelSource.Text file = ModelSource.read("model", name, ModelFile.SHIPPED, Path.of(""));
    ModelSpec before = ModelFile.parse(file);
    Map<String, Object> all =
        new LinkedHashMap<>(new Yaml().<Map<String, Object>>load(file.text()));
    ModelSpec.Machines machines = before.machines();
    if (before.nodes() != cluster.nodes()) {
      all.remove("zones");
      section(all, "links").remove("between-zones");
      all.put("nodes", cluster.nodes());
      // Nodes with machines of their own keep these.
      boolean each = machines.count() == before.nodes() && !machines.sharedWithGenerator();
      machines =
          machines.withCount(each ? cluster.nodes() : Math.min(machines.count(), cluster.nodes()));
    }
    if (before.version() == cluster.version()) {
      if (all.containsKey("costs")) {
        all.put("costs", absolute(file.folder(), all.get("costs").toString()));
      }
    } else {
      all.remove("costs");
      all.remove("behaviour");
    }
    return text(all, cluster, machines);
  }

  /** The model file with the cluster's own settings. */
  private static String text(
      Map<String, Object> all, ClusterSpec cluster, ModelSpec.Machines machines) {
    all.put("version", cluster.version().toString());
    all.put("heap", cluster.heap());
    all.put("token-cache", cluster.authCache());
    Map<String, Object> tomcat = section(all, "tomcat");
    put(tomcat, "threads", cluster, "server.tomcat.max-threads", "server.tomcat.threads.max");
    put(tomcat, "accept-queue", cluster, "server.tomcat.accept-count");
    put(tomcat, "connections", cluster, "server.tomcat.max-connections");
    int cores = machines.cores();
    Optional<Double> quota = cluster.nodeCpus().filter(cpus -> cpus < cores);
    all.put(
        "machines",
        section(quota.isPresent() ? bounded(machines, cluster.nodes(), quota.get()) : machines));
    // The JVM of a node uses its quota, rounded up, as the number of processors.
    quota.ifPresent(cpus -> pools(all, (int) Math.ceil(cpus)));
    number(cluster, PROCESSORS).ifPresent(processors -> pools(all, processors));
    number(cluster, HEALTH_THREADS).ifPresent(threads -> all.put("beat-threads", threads));
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    return new Yaml(options).dump(words(all));
  }

  /** Nodes whose quotas never compete get a machine each, as small as their quota. */
  private static ModelSpec.Machines bounded(ModelSpec.Machines machines, int nodes, double cpus) {
    int together = (nodes + machines.count() - 1) / machines.count();
    if (together * cpus > machines.cores()) {
      throw new YamlException(
          "%d nodes of %s processors each need more than the %d of their machine"
              .formatted(together, cpus, machines.cores()));
    }
    return new ModelSpec.Machines(
        nodes, (int) Math.ceil(cpus), machines.speed(), false, Optional.of(cpus));
  }

  private static Map<String, Object> section(ModelSpec.Machines machines) {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("count", machines.count());
    section.put("cores", machines.cores());
    section.put("speed", rounded(machines.speed()));
    section.put("shared-with-generator", machines.sharedWithGenerator());
    machines.quota().ifPresent(quota -> section.put("quota", rounded(quota)));
    return section;
  }

  /** A measured speed has more digits than a file takes. */
  private static double rounded(double number) {
    return Math.round(number * 1e6) / 1e6;
  }

  /** The number in the last JVM argument with this prefix. */
  private static Optional<Integer> number(ClusterSpec cluster, String argument) {
    return cluster.jvmArgs().stream()
        .filter(arg -> arg.startsWith(argument))
        .reduce((one, next) -> next)
        .map(arg -> Integer.valueOf(arg.substring(argument.length())));
  }

  private static void pools(Map<String, Object> all, int processors) {
    all.put("beat-threads", Math.max(1, processors / 2));
    all.put("grpc-threads", GrpcConnector.THREADS_PER_CORE * processors);
    Map<String, Object> pool = section(all, "forward-pool");
    pool.put("route", processors);
    pool.put("total", 2 * processors);
  }

  private static String absolute(Path folder, String costs) {
    return CostFile.SHIPPED.contains(costs)
        ? costs
        : folder.resolve(costs).toAbsolutePath().toString();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> section(Map<String, Object> all, String key) {
    Map<String, Object> section =
        new LinkedHashMap<>((Map<String, Object>) all.getOrDefault(key, Map.of()));
    all.put(key, section);
    return section;
  }

  private static void put(
      Map<String, Object> section, String key, ClusterSpec cluster, String... settings) {
    for (String setting : settings) {
      String value = cluster.settings().get(setting);
      if (value != null) {
        section.put(key, Integer.valueOf(value));
      }
    }
  }

  /** Booleans in the spelling of the files; empty sections left out. */
  private static Object words(Object value) {
    if (value instanceof Boolean on) {
      return on ? "on" : "off";
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ModelText::words).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> words = new LinkedHashMap<>();
      map.forEach(
          (key, each) -> {
            if (!(each instanceof Map<?, ?> section && section.isEmpty())) {
              words.put(key, words(each));
            }
          });
      return words;
    }
    return value;
  }
}
