package dev.nacoscapacity.calibration.process;

import dev.nacoscapacity.reports.text.Arguments;
import dev.nacoscapacity.reports.text.Message;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A program that may be installed.
 *
 * @param name of its command
 * @param debianPackage that brings it
 */
public record SystemTool(String name, String debianPackage) {

  public static final SystemTool NGINX = new SystemTool("nginx", "nginx");
  public static final SystemTool WRK = new SystemTool("wrk", "wrk");
  public static final SystemTool AB = new SystemTool("ab", "apache2-utils");

  /** Debian leaves these out of a user's PATH, and nginx lives there. */
  private static final String SYSTEM_PATH = "/usr/local/sbin:/usr/sbin:/sbin";

  /** Where it is; empty when it is not installed. */
  public Optional<Path> find() {
    return find(System.getenv("PATH") + File.pathSeparator + SYSTEM_PATH);
  }

  Optional<Path> find(String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** What to say when it is not installed; empty when it is. */
  public Optional<Message> missing() {
    return find().isPresent()
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "calibration.toInstall",
                Arguments.with("command", name).and("package", debianPackage)));
  }
}
