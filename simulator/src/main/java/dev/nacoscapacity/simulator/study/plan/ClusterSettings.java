package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.Tuning;
import dev.nacoscapacity.cluster.embedded.EmbeddedSettings;
import dev.nacoscapacity.cluster.yaml.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The settings in a plan's {@code cluster} sections, where inner sections override outer ones.
 * Unlike a {@link ClusterSpec}, they need not be complete before all sections are merged.
 *
 * @param values the single settings, by key
 * @param set lines of application.properties
 * @param jvmArgs arguments for a node's JVM
 */
record ClusterSettings(Map<String, String> values, Map<String, String> set, List<String> jvmArgs) {

  static final ClusterSettings DEFAULTS =
      new ClusterSettings(
          Map.of(
              "version", ServerVersion.V1_4_1.toString(),
              "nodes", "5",
              "auth", "false",
              "auth-cache", "false",
              "heap", ClusterSpec.DEFAULT_HEAP),
          Map.of(),
          List.of());

  private static final String TUNING = "tuning";
  private static final String NODE_CPUS = "node-cpus";
  private static final String SET = "set";
  private static final String JVM_ARGS = "jvm-args";
  private static final Set<String> KEYS =
      Set.of("version", "nodes", "auth", "auth-cache", "heap", TUNING, NODE_CPUS, SET, JVM_ARGS);

  ClusterSettings with(Section section) {
    section.only(KEYS);
    Map<String, String> allValues = new LinkedHashMap<>(values);
    for (String key : section.keys()) {
      if (!key.equals(SET) && !key.equals(JVM_ARGS)) {
        allValues.put(key, section.text(key));
        check(section, key);
      }
    }
    Map<String, String> allSet = new LinkedHashMap<>(set);
    allSet.putAll(section.section(SET).texts());
    List<String> allArgs = new ArrayList<>(jvmArgs);
    allArgs.addAll(section.list(JVM_ARGS));
    return new ClusterSettings(allValues, allSet, allArgs);
  }

  private static void check(Section section, String key) {
    String value = section.text(key);
    switch (key) {
      case "version" -> version(section, value);
      case "nodes" -> {
        if (!value.matches("\\d{1,3}")) {
          throw section.fault(key, "'nodes' is a number, not '" + value + "'");
        }
      }
      case "auth", "auth-cache" -> {
        if (!value.equals("true") && !value.equals("false")) {
          throw section.fault(key, "'%s' is true or false, not '%s'".formatted(key, value));
        }
      }
      case TUNING -> tuning(section, value);
      case "heap" -> heap(section, value);
      case NODE_CPUS -> {
        if (!value.matches("\\d{1,3}(\\.\\d{1,3})?")) {
          throw section.fault(key, "'%s' is a number such as 0.3, not '%s'".formatted(key, value));
        }
      }
      default -> throw new IllegalStateException(key);
    }
  }

  private static void heap(Section section, String text) {
    try {
      ClusterSpec.of(ServerVersion.EMBEDDED, 1).withHeap(text);
    } catch (IllegalArgumentException e) {
      throw section.fault("heap", e.getMessage());
    }
  }

  private static ServerVersion version(Section section, String text) {
    try {
      return ServerVersion.of(text);
    } catch (IllegalArgumentException e) {
      throw section.fault("version", e.getMessage());
    }
  }

  private static Tuning tuning(Section section, String text) {
    for (Tuning tuning : Tuning.values()) {
      if (tuning.toString().equals(text)) {
        return tuning;
      }
    }
    throw section.fault(
        TUNING,
        "'tuning' is one of %s, not '%s'".formatted(Arrays.toString(Tuning.values()), text));
  }

  /**
   * The cluster with these settings.
   *
   * @param section named in the error when the settings are invalid
   */
  ClusterSpec spec(Section section) {
    try {
      ServerVersion version = version(section, values.get("version"));
      if (version == ServerVersion.EMBEDDED) {
        if (values.containsKey(NODE_CPUS)) {
          throw new IllegalArgumentException(
              "node-cpus is for real nodes: a plan's stand-in runs in one process");
        }
        EmbeddedSettings.of(set);
      }
      ClusterSpec spec =
          ClusterSpec.of(version, Integer.parseInt(values.get("nodes")))
              .withAuth(Boolean.parseBoolean(values.get("auth")))
              .withAuthCache(Boolean.parseBoolean(values.get("auth-cache")))
              .withHeap(values.get("heap"));
      if (values.containsKey(NODE_CPUS)) {
        spec = spec.withNodeCpus(Double.valueOf(values.get(NODE_CPUS)));
      }
      if (values.containsKey(TUNING)) {
        spec = spec.withTuning(tuning(section, values.get(TUNING)));
      }
      for (Map.Entry<String, String> line : set.entrySet()) {
        spec = spec.withSetting(line.getKey(), line.getValue());
      }
      for (String arg : jvmArgs) {
        spec = spec.withJvmArg(arg);
      }
      return spec;
    } catch (IllegalArgumentException e) {
      throw section.has("cluster")
          ? section.fault("cluster", e.getMessage())
          : section.fault(e.getMessage());
    }
  }
}
