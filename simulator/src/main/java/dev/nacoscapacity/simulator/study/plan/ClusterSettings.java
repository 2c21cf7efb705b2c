package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.Tuning;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings in a plan's {@code cluster} sections, where inner sections override outer ones.
 *
 * @param inwards the sections, the outermost first
 */
record ClusterSettings(List<Section> inwards) {

  private static final String CORES = "cores";
  private static final String TIME_DILATION = "time-dilation";
  private static final String SET = "set";
  private static final String JVM_ARGS = "jvm-args";
  private static final Set<String> KEYS =
      Set.of(
          "version",
          "nodes",
          "auth",
          "auth-cache",
          "heap",
          "tuning",
          CORES,
          TIME_DILATION,
          SET,
          JVM_ARGS);

  ClusterSettings {
    inwards.forEach(section -> section.only(KEYS));
  }

  /**
   * The cluster with these settings.
   *
   * @param round named in the error when they contradict each other
   * @throws YamlException when the settings are invalid
   */
  ClusterSpec spec(Section round) {
    ServerVersion version = ServerVersion.of(oneOf("version", ServerVersion.values()));
    Tuning tuning = Tuning.valueOf(oneOf("tuning", Tuning.values()).toUpperCase(Locale.ROOT));
    String nodes = text("nodes", "5", "\\d{1,3}", "a number");
    String cpus = text(CORES, null, "\\d{1,3}(\\.\\d{1,3})?", "a number such as 0.3");
    String dilation = text(TIME_DILATION, null, "\\d{1,3}(\\.\\d{1,3})?", "a number such as 20");
    String heap =
        text("heap", ClusterSpec.DEFAULT_HEAP, "[1-9]\\d{0,6}[mMgG]", "a size such as 768m or 2g");
    Map<String, String> set = new LinkedHashMap<>();
    inwards.forEach(section -> set.putAll(section.section(SET).texts()));
    try {
      if (version == ServerVersion.EMBEDDED) {
        if (cpus != null || dilation != null) {
          throw new IllegalArgumentException(
              "cores is for real nodes: a plan's stand-in runs in one process");
        }
        StandInSettings.of(set);
      }
      ClusterSpec spec =
          ClusterSpec.of(version, Integer.parseInt(nodes))
              .withAuth(isOn("auth"))
              .withAuthCache(isOn("auth-cache"))
              .withHeap(heap)
              .withTuning(tuning);
      if (cpus != null) {
        spec = spec.withCores(Double.parseDouble(cpus));
      }
      if (dilation != null) {
        spec = spec.withDilation(Double.parseDouble(dilation));
      }
      List<String> args =
          inwards.stream().flatMap(section -> section.list(JVM_ARGS).stream()).toList();
      return spec.withMore(set, args);
    } catch (IllegalArgumentException e) {
      throw round.fault("cluster", e.getMessage());
    }
  }

  private boolean isOn(String key) {
    return Boolean.parseBoolean(text(key, "false", "true|false", "true or false"));
  }

  /** One of some values, by default the first. */
  private String oneOf(String key, Object... values) {
    String pattern =
        Stream.of(values)
            .map(each -> Pattern.quote(each.toString()))
            .collect(Collectors.joining("|"));
    return text(key, values[0].toString(), pattern, "one of " + Arrays.toString(values));
  }

  /** The value in the innermost section that has one. */
  private String text(String key, String otherwise, String pattern, String what) {
    String text = otherwise;
    for (Section section : inwards) {
      if (section.has(key)) {
        text = section.text(key);
        if (!text.matches(pattern)) {
          throw section.fault(key, "'%s' is %s, not '%s'".formatted(key, what, text));
        }
      }
    }
    return text;
  }
}
