package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.Redaction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The question of a study, for its record: the options that determine its trials. */
public final class StudyQuestion {

  /** Options that do not affect the results of trials. */
  private static final Set<String> OTHER_OPTIONS =
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
   * Returns the given options that determine the trials, without password options; secrets in
   * values are redacted.
   *
   * @param command whose arguments were parsed
   */
  public static Map<String, String> of(CommandSpec command) {
    Map<String, String> values = new LinkedHashMap<>();
    command
        .commandLine()
        .getParseResult()
        .matchedOptions()
        .forEach(
            option -> {
              if (!OTHER_OPTIONS.contains(option.longestName())) {
                values.put(
                    option.longestName(),
                    Redaction.value("", String.join(",", option.originalStringValues())));
              }
            });
    return values;
  }
}
