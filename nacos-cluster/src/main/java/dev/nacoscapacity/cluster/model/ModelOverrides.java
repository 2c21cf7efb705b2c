package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.yaml.YamlException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of a cluster over those of a model, for the rows of a plan. */
public final class ModelOverrides {

  private static final String HEALTH_THREADS = "-Dcom.alibaba.nacos.naming.health.thread.num=";

  /**
   * This JVM argument sets the number of processors, which determines the size of some pools of a
   * node.
   */
  private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

  private ModelOverrides() {}

  /**
   * A model with version, nodes, heap, cache, quotas and Tomcat settings of a cluster. Settings
   * that a model does not have are left out.
   *
   * @throws YamlException when no model can be like the cluster
   */
  public static ModelSpec of(ModelSpec model, ClusterSpec cluster) {
    ModelSpec spec = model.withFile(source(model, cluster));
    if (model.nodes() != cluster.nodes()) {
      spec = withNodes(spec, cluster.nodes());
    }
    if (model.version() != cluster.version()) {
      spec = withVersion(spec, cluster.version());
    }
    ModelSpec.NodeSettings settings = spec.settings();
    // The JVM of a node uses its quota, rounded up, as the number of processors.
    Optional<Double> quota = quota(model, cluster);
    if (quota.isPresent()) {
      spec = spec.withMachines(bounded(spec.machines(), cluster.nodes(), quota.get()));
      settings = settings.withPools((int) Math.ceil(quota.get()));
    }
    Optional<Integer> processors = argument(cluster, PROCESSORS, Range.PROCESSORS);
    settings = processors.map(settings::withPools).orElse(settings);
    ModelSpec.Tomcat tomcat = settings.tomcat();
    return spec.withSettings(
        settings
            .withHeap(heap(cluster))
            .withTokenCache(cluster.authCache())
            .withBeatThreads(
                argument(cluster, HEALTH_THREADS, Range.THREADS).orElse(settings.beatThreads()))
            .withTomcat(
                new ModelSpec.Tomcat(
                    setting(
                        cluster,
                        tomcat.threads(),
                        Range.THREADS,
                        "server.tomcat.max-threads",
                        "server.tomcat.threads.max"),
                    setting(
                        cluster, tomcat.acceptQueue(), Range.QUEUE, "server.tomcat.accept-count"),
                    setting(
                        cluster,
                        tomcat.connections(),
                        Range.CONNECTIONS,
                        "server.tomcat.max-connections"))));
  }

  /** What a node may use of its machine's processors; empty for all. */
  private static Optional<Double> quota(ModelSpec model, ClusterSpec cluster) {
    return cluster.cores().filter(cpus -> cpus < model.machines().cores());
  }

  /** The name tells that this is not the file alone, for the record of a run. */
  private static ModelSource source(ModelSpec model, ClusterSpec cluster) {
    ModelSource file = model.file();
    String more =
        Stream.concat(
                cluster.redacted().settings().entrySet().stream().map(Object::toString).sorted(),
                cluster.jvmArgs().stream())
            .map(each -> ", " + each)
            .collect(Collectors.joining());
    return new ModelSource(
        "%s with %s of %s, heap %s%s%s%s"
            .formatted(
                file.name(),
                ClusterSpec.counted(cluster.nodes()),
                cluster.version(),
                cluster.heap(),
                quota(model, cluster).map(", %s processors each"::formatted).orElse(""),
                cluster.authCache() ? ", token cache" : "",
                more),
        file.sha256());
  }

  /** In one zone; nodes with machines of their own keep these. */
  private static ModelSpec withNodes(ModelSpec model, int nodes) {
    ModelSpec.Machines machines = model.machines();
    boolean each = machines.count() == model.nodes() && !machines.sharedWithGenerator();
    ModelSpec.Delays delays = model.delays();
    return model
        .withZones(List.of(new ModelSpec.Zone("a", nodes)))
        .withMachines(machines.withCount(each ? nodes : Math.min(machines.count(), nodes)))
        .withDelays(new ModelSpec.Delays(delays.delay(), delays.jitter(), delays.delay()));
  }

  private static ModelSpec withVersion(ModelSpec model, ServerVersion version) {
    if (!ServerVersion.modelled().contains(version)) {
      throw new YamlException(
          "a model is of %s, not of %s"
              .formatted(
                  ServerVersion.modelled().stream()
                      .map(ServerVersion::toString)
                      .collect(Collectors.joining(", ")),
                  version));
    }
    return model
        .withVersion(version)
        .withBehaviour(ModelSpec.Behaviour.of(version))
        .withCosts(CostFile.read("nacos-" + version, Path.of("")));
  }

  /** Nodes whose quotas never compete get a machine each, as small as their quota. */
  private static ModelSpec.Machines bounded(ModelSpec.Machines machines, int nodes, double cpus) {
    if (cpus < ModelFile.LEAST_QUOTA) {
      throw new YamlException(
          "a node of a model has %s processors or more, not %s"
              .formatted(ModelFile.LEAST_QUOTA, cpus));
    }
    int together = (nodes + machines.count() - 1) / machines.count();
    if (together * cpus > machines.cores()) {
      throw new YamlException(
          "%d nodes of %s processors each need more than the %d of their machine"
              .formatted(together, cpus, machines.cores()));
    }
    return new ModelSpec.Machines(
        nodes, (int) Math.ceil(cpus), machines.speed(), false, Optional.of(cpus));
  }

  private static long heap(ClusterSpec cluster) {
    Long bytes = SectionValues.bytes(cluster.heap());
    if (bytes == null) {
      throw new YamlException(
          "the heap of a model is a size from 64m to 1024g, not " + cluster.heap());
    }
    return bytes;
  }

  /** The number in the last JVM argument with this prefix. */
  private static Optional<Integer> argument(ClusterSpec cluster, String prefix, Range range) {
    return cluster.jvmArgs().stream()
        .filter(each -> each.startsWith(prefix))
        .reduce((one, next) -> next)
        .map(each -> number(prefix, each.substring(prefix.length()), range));
  }

  private static int setting(ClusterSpec cluster, int usual, Range range, String... keys) {
    return Stream.of(keys)
        .filter(key -> cluster.settings().get(key) != null)
        .reduce((one, next) -> next)
        .map(key -> number(key + "=", cluster.settings().get(key), range))
        .orElse(usual);
  }

  private static int number(String key, String text, Range range) {
    int number = text.matches("\\d{1,8}") ? Integer.parseInt(text) : -1;
    if (number < range.least() || number > range.most()) {
      throw new YamlException(
          "%s is a whole number from %d to %d on a model, not '%s'"
              .formatted(key, range.least(), range.most(), text));
    }
    return number;
  }

  /** What a number may be, as in a model's file. */
  private record Range(int least, int most) {

    static final Range THREADS = new Range(1, ModelFile.MOST_THREADS);
    static final Range PROCESSORS =
        new Range(1, ModelFile.MOST_THREADS / GrpcConnector.THREADS_PER_CORE);
    static final Range QUEUE = new Range(0, ModelFile.MOST_THREADS);
    static final Range CONNECTIONS = new Range(1, ModelFile.MOST_CONNECTIONS);
  }
}
