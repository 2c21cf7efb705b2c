package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.Redaction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The question of a study in its record. */
public final class StudyQuestion {

  /** Options that do not affect the results of trials. */
  private static final Set<String> BESIDE_THE_TRIALS =
      Set.of(
          "--out",
          "--yes",
          "--dry-run",
          "--prometheus",
          "--ui",
          "--title",
          "--note",
          "--tls-ca",
          "--tls-cert",
          "--tls-key",
          "--password",
          "--password-file",
          "--allow-other-services",
          "--expect-node-loss",
          "--guard-ignore",
          "--guard-tolerance");

  private StudyQuestion() {}

  /**
   * The given options that determine the trials, without secrets in commands and without password
   * options.
   *
   * @param command whose arguments were parsed
   */
  public static Map<String, String> of(CommandSpec command) {
    Map<String, String> asked = new LinkedHashMap<>();
    command
        .commandLine()
        .getParseResult()
        .matchedOptions()
        .forEach(
            option -> {
              if (!BESIDE_THE_TRIALS.contains(option.longestName())) {
                asked.put(
                    option.longestName(),
                    Redaction.value("", String.join(",", option.originalStringValues())));
              }
            });
    return asked;
  }
}
