package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.Redaction;
import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.cluster.yaml.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

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

  private static final String PROFILE = "--profile";

  /** Enough to tell profiles apart, and short enough to read on a page. */
  private static final int DIGEST_BYTES = 6;

  private StudyQuestion() {}

  /** Identifies the contents of a traffic profile, which can be edited between trials. */
  public static String profileSha256(String profile) {
    Path file = FleetOptions.profileFile(profile);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (IOException e) {
      throw new UsageException(PROFILE, Section.unreadable(file, e));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the given options that determine the trials, without password options, and a digest of
   * the profile's contents; secrets in values are redacted, and of a command only its program is
   * named.
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
                values.put(option.longestName(), shown(option));
              }
            });
    if (values.containsKey(PROFILE)) {
      values.put("profileSha256", profileSha256(values.get(PROFILE)));
    }
    return values;
  }

  private static String shown(OptionSpec option) {
    return option.getValue() instanceof ShellCommand command
        ? command.program()
        : Redaction.value("", String.join(",", option.originalStringValues()));
  }
}
