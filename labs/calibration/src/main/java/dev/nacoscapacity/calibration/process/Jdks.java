package dev.nacoscapacity.calibration.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** JDKs that are installed here, found by the {@code release} file that each has. */
public final class Jdks {

  private static final Path INSTALLED = Path.of("/usr/lib/jvm");
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  private final List<Path> homes;

  Jdks(List<Path> homes) {
    this.homes = homes;
  }

  /** The current JDK, those of variables such as {@code JAVA_HOME}, and installed ones. */
  public static Jdks ofThisMachine(Map<String, String> environment) {
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    environment.entrySet().stream()
        .filter(variable -> variable.getKey().matches("(JAVA|JDK).*|.*_JDK"))
        .filter(variable -> variable.getValue().startsWith(File.separator))
        .map(variable -> Path.of(variable.getValue()))
        .forEach(homes::add);
    try (Stream<Path> installed = Files.list(INSTALLED)) {
      installed.sorted().forEach(homes::add);
    } catch (IOException e) {
      // No JDKs are installed there.
    }
    return new Jdks(homes);
  }

  /** Only this JDK. */
  public static Jdks only(Path home) {
    return new Jdks(List.of(home));
  }

  /** The java program of the first JDK that has at least this version. */
  public Optional<Path> java(int version) {
    return homes.stream()
        .map(home -> home.resolve("bin/java"))
        .filter(java -> version(java) >= version && Files.isExecutable(java))
        .findFirst();
  }

  /** The version, such as 21, of the JDK with this java program; 0 when it belongs to no JDK. */
  public static int version(Path java) {
    try {
      Path release = java.getParent().resolveSibling("release");
      Matcher found = VERSION.matcher(Files.readString(release));
      return found.find() ? Integer.parseInt(found.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
