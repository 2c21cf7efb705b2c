package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.yaml.YamlException;
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
    ModelSpec spec = model.withFile(source(model.file(), cluster));
    if (model.nodes() != cluster.nodes()) {
      spec = withNodes(spec, cluster.nodes());
    }
    if (model.version() != cluster.version()) {
      spec = withVersion(spec, cluster.version());
    }
    ModelSpec.NodeSettings settings = spec.settings();
    // The JVM of a node uses its quota, rounded up, as the number of processors.
    Optional<Double> quota = cluster.nodeCpus().filter(cpus -> cpus < model.machines().cores());
    if (quota.isPresent()) {
      spec = spec.withMachines(bounded(spec.machines(), cluster.nodes(), quota.get()));
      settings = settings.withPools((int) Math.ceil(quota.get()));
    }
    Optional<Integer> processors = argument(cluster, PROCESSORS);
    settings = processors.map(settings::withPools).orElse(settings);
    ModelSpec.Tomcat tomcat = settings.tomcat();
    return spec.withSettings(
        settings
            .withHeap(heap(cluster))
            .withTokenCache(cluster.authCache())
            .withBeatThreads(argument(cluster, HEALTH_THREADS).orElse(settings.beatThreads()))
            .withTomcat(
                new ModelSpec.Tomcat(
                    setting(
                        cluster,
                        tomcat.threads(),
                        1,
                        "server.tomcat.max-threads",
                        "server.tomcat.threads.max"),
                    setting(cluster, tomcat.acceptQueue(), 0, "server.tomcat.accept-count"),
                    setting(cluster, tomcat.connections(), 1, "server.tomcat.max-connections"))));
  }

  /** The name tells that this is not the file alone, for the record of a run. */
  private static ModelSource source(ModelSource file, ClusterSpec cluster) {
    String more =
        Stream.concat(
                cluster.redacted().settings().entrySet().stream().map(Object::toString).sorted(),
                cluster.jvmArgs().stream())
            .map(each -> ", " + each)
            .collect(Collectors.joining());
    return new ModelSource(
        "%s with %s of %s, heap %s%s"
            .formatted(
                file.name(),
                ClusterSpec.counted(cluster.nodes()),
                cluster.version(),
                cluster.heap(),
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
  private static Optional<Integer> argument(ClusterSpec cluster, String prefix) {
    return cluster.jvmArgs().stream()
        .filter(each -> each.startsWith(prefix))
        .reduce((one, next) -> next)
        .map(each -> number(prefix, each.substring(prefix.length()), 1));
  }

  private static int setting(ClusterSpec cluster, int usual, int least, String... keys) {
    return Stream.of(keys)
        .filter(key -> cluster.settings().get(key) != null)
        .reduce((one, next) -> next)
        .map(key -> number(key + "=", cluster.settings().get(key), least))
        .orElse(usual);
  }

  private static int number(String key, String text, int least) {
    int number = text.matches("\\d{1,6}") ? Integer.parseInt(text) : -1;
    if (number < least) {
      throw new YamlException(
          "%s is a whole number from %d to 999999 on a model, not '%s'"
              .formatted(key, least, text));
    }
    return number;
  }
}
