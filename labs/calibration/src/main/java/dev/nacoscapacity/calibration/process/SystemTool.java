package dev.nacoscapacity.calibration.process;

import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A program that may be installed on this machine.
 *
 * @param name of its command
 * @param debianPackage package that contains it
 */
public record SystemTool(String name, String debianPackage) {

  public static final SystemTool NGINX = new SystemTool("nginx", "nginx");
  public static final SystemTool WRK = new SystemTool("wrk", "wrk");
  public static final SystemTool AB = new SystemTool("ab", "apache2-utils");

  /** Debian leaves these folders out of a user's PATH, but nginx is installed there. */
  private static final String SYSTEM_PATH = "/usr/local/sbin:/usr/sbin:/sbin";

  /** The path of the program; empty when it is not installed. */
  public Optional<Path> find() {
    return find(System.getenv("PATH") + File.pathSeparator + SYSTEM_PATH);
  }

  Optional<Path> find(String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The message for a missing program; empty when it is installed. */
  public Optional<Message> missing() {
    return find().isPresent()
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "calibration.toInstall",
                Arguments.with("command", name).and("package", debianPackage)));
  }
}
