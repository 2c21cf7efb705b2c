package dev.nacoscapacity.simulator.study;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.record.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The registry of a study's trials, and the protocol that its version decided, which are stored in
 * {@code asked} beside the options.
 */
public final class TrialRegistry {

  private static final String REGISTRY = "registry";
  private static final String PROTOCOL = "protocol";

  private TrialRegistry() {}

  /** The current options, with the registry and protocol of the study if the study has them. */
  public static Map<String, String> withThatOf(Study study, Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    for (String key : List.of(REGISTRY, PROTOCOL)) {
      if (study.asked().containsKey(key)) {
        all.put(key, study.asked().get(key));
      }
    }
    return all;
  }

  /**
   * The study with this registry, since trials on different registries, or over different
   * protocols, have no common answer.
   *
   * @param protocol that the registry's version decided; empty for none
   * @throws RecordException when its trials were made on another registry, or over another protocol
   */
  public static Study on(Target registry, Optional<String> protocol, Study study) {
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
    protocol.ifPresent(decided -> all.put(PROTOCOL, sameProtocol(decided, study)));
    return all.equals(study.asked()) ? study : study.withOptions(all);
  }

  /** The protocol, if the study's trials were made over it. */
  private static String sameProtocol(String protocol, Study study) {
    String before = study.asked().getOrDefault(PROTOCOL, protocol);
    if (!before.equals(protocol)) {
      throw new RecordException(
          "the trials of this study were made over %s, and clients of this registry's version speak"
                  .formatted(before)
              + " %s: name another --out".formatted(protocol));
    }
    return protocol;
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
      if (setup.nodeCores() != null) {
        words.append(", processors ").append(setup.nodeCores());
      }
      registry.dilation().ifPresent(slow -> words.append(", time slowed ").append(slow));
    }
    return words.toString();
  }
}
