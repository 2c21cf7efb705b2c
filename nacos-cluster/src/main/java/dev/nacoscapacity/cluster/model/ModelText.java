package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ClusterSpec;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Writes a model's file anew with the settings of a cluster, as a plan's rows ask for them. */
public final class ModelText {

  private static final String HEALTH_THREADS = "-Dcom.alibaba.nacos.naming.health.thread.num=";

  private ModelText() {}

  /**
   * The text of a model's file with a cluster's version, nodes, heap, cache and Tomcat over its
   * own. Settings of which a model knows nothing are left out.
   *
   * @param name of a shipped file, or a path
   * @throws dev.nacoscapacity.cluster.yaml.YamlException when there is no such model, or it cannot
   *     have these settings
   */
  public static String with(String name, ClusterSpec cluster) {
    ModelSource.Text file = ModelSource.read("model", name, ModelFile.SHIPPED, Path.of(""));
    ModelSpec before = ModelFile.parse(file);
    Map<String, Object> all =
        new LinkedHashMap<>(new Yaml().<Map<String, Object>>load(file.text()));
    all.put("version", cluster.version().toString());
    if (before.nodes() != cluster.nodes()) {
      all.remove("zones");
      section(all, "links").remove("between-zones");
      all.put("nodes", cluster.nodes());
      machines(section(all, "machines"), before, cluster.nodes());
    }
    all.put("heap", cluster.heap());
    all.put("token-cache", cluster.authCache());
    if (before.version() == cluster.version()) {
      if (all.containsKey("costs")) {
        all.put("costs", absolute(file, all.get("costs").toString()));
      }
    } else {
      all.remove("costs");
      all.remove("behaviour");
    }
    Map<String, Object> tomcat = section(all, "tomcat");
    put(tomcat, "threads", cluster, "server.tomcat.max-threads", "server.tomcat.threads.max");
    put(tomcat, "accept-queue", cluster, "server.tomcat.accept-count");
    put(tomcat, "connections", cluster, "server.tomcat.max-connections");
    cluster.jvmArgs().stream()
        .filter(arg -> arg.startsWith(HEALTH_THREADS))
        .forEach(
            arg ->
                all.put("beat-threads", Integer.valueOf(arg.substring(HEALTH_THREADS.length()))));
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    return new Yaml(options).dump(words(all));
  }

  /** Nodes with a machine each keep one each. */
  private static void machines(Map<String, Object> section, ModelSpec before, int nodes) {
    ModelSpec.Machines machines = before.machines();
    if (machines.count() == before.nodes() && !machines.sharedWithGenerator()) {
      section.remove("count");
    } else {
      section.put("count", Math.min(machines.count(), nodes));
    }
  }

  private static String absolute(ModelSource.Text file, String costs) {
    return CostFile.SHIPPED.contains(costs) ? costs : file.folder().resolve(costs).toString();
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

  /** YAML's truths as the files have them; empty sections left out. */
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
