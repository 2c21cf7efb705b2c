package dev.nacoscapacity.simulator.study;

import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Setup;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.record.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The registry of a study's trials, which is stored in {@code asked} beside the options. */
public final class TriedRegistry {

  private static final String REGISTRY = "registry";

  private TriedRegistry() {}

  /** The current options, with the registry of the study if the study has one. */
  public static Map<String, String> withThatOf(Study study, Map<String, String> asked) {
    Map<String, String> all = new LinkedHashMap<>(asked);
    if (study.asked().containsKey(REGISTRY)) {
      all.put(REGISTRY, study.asked().get(REGISTRY));
    }
    return all;
  }

  /**
   * The study with this registry, since trials on different registries have no common answer.
   *
   * @throws RecordException when its trials were made on another registry
   */
  public static Study on(Target registry, Study study) {
    String here = described(registry);
    String before = study.asked().get(REGISTRY);
    if (before != null && !before.equals(here)) {
      throw new RecordException(
          "the trials of this study were made on another registry (%s), not on this one (%s): name"
                  .formatted(before, here)
              + " another --out, or start the former again");
    }
    Map<String, String> all = new LinkedHashMap<>(study.asked());
    all.put(REGISTRY, here);
    return before == null ? study.withOptions(all) : study;
  }

  /** The relevant properties of a registry, without the addresses of its nodes. */
  private static String described(Target registry) {
    StringBuilder words =
        new StringBuilder(registry.kind())
            .append(registry.version() == null ? "" : " " + registry.version())
            .append(", %d nodes".formatted(registry.nodes().size()))
            .append(registry.auth() ? ", auth" : "")
            .append(Boolean.TRUE.equals(registry.authCache()) ? " with cache" : "");
    if (registry.prediction() != null) {
      words
          .append(", model ")
          .append(registry.prediction().modelSha256())
          .append(", costs ")
          .append(registry.prediction().costsSha256());
    }
    Setup setup = registry.setup();
    if (setup != null) {
      words.append(", heap ").append(setup.heap());
      new TreeMap<>(setup.settings())
          .forEach((key, value) -> words.append(", ").append(key).append('=').append(value));
      setup.jvmArgs().forEach(arg -> words.append(", ").append(arg));
      if (setup.nodeCpus() != null) {
        words.append(", processors ").append(setup.nodeCpus());
      }
    }
    return words.toString();
  }
}
