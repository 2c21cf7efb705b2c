package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.Redaction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** What a study's record says that it was asked. */
public final class StudyQuestion {

  /** Options that change nothing about what a trial finds. */
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
   * The options that decide the trials, as they were given, without the secrets of a command;
   * nothing about the password.
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
