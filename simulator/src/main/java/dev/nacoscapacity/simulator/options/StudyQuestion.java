package dev.nacoscapacity.simulator.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.Redaction;
import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.Sha256;
import dev.nacoscapacity.core.yaml.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
          "--tag",
          "--config",
          "--format",
          "--quiet",
          "--lang",
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

  /** Enough to notice another command, and too little to find out a secret in it by trying. */
  private static final int COMMAND_DIGEST_BYTES = 2;

  private StudyQuestion() {}

  /** Identifies the contents of a traffic profile, which can be edited between trials. */
  public static String profileSha256(String profile) {
    Path file = FleetOptions.profileFile(profile);
    try {
      return sha256(Files.readAllBytes(file), DIGEST_BYTES);
    } catch (IOException e) {
      throw new UsageException(PROFILE, Section.unreadable(file, e));
    }
  }

  /** The first bytes of a digest, in hexadecimal digits. */
  public static String sha256(byte[] content, int bytes) {
    return HexFormat.of().formatHex(Sha256.of(content), 0, bytes);
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

  /**
   * The same of a study that can be resumed, with a digest that tells its commands from others.
   *
   * @param begun when the study began, so that two studies have two digests of one command
   */
  public static Map<String, String> of(CommandSpec command, Instant begun) {
    Map<String, String> values = of(command);
    String commands =
        command.commandLine().getParseResult().matchedOptions().stream()
            .filter(option -> option.getValue() instanceof ShellCommand)
            .map(
                option ->
                    "\n" + option.longestName() + "=" + option.<ShellCommand>getValue().text())
            .sorted()
            .collect(Collectors.joining());
    if (!commands.isEmpty()) {
      values.put(
          "commandsSha256", sha256((begun + commands).getBytes(UTF_8), COMMAND_DIGEST_BYTES));
    }
    return values;
  }

  private static String shown(OptionSpec option) {
    return option.getValue() instanceof ShellCommand command
        ? command.program()
        : Redaction.value("", String.join(",", option.originalStringValues()));
  }
}
