package dev.nacoscapacity.calibration.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

  /** The one that runs this, those of variables such as {@code JAVA_HOME}, and installed ones. */
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
      // None are installed there.
    }
    return new Jdks(homes);
  }

  /** No other than this one. */
  public static Jdks only(Path home) {
    return new Jdks(List.of(home));
  }

  /** The java of the first that is at least so new. */
  public Optional<Path> java(int version) {
    return homes.stream()
        .filter(home -> versionOf(home).orElse(0) >= version)
        .map(home -> home.resolve("bin/java"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The version, such as 21, of the JDK that this is the java of; 0 when its release file does not say. */
  public static int version(Path java) {
    return versionOf(java.getParent().getParent()).orElse(0);
  }

  /** A JDK's version; empty when the folder is none. */
  static OptionalInt versionOf(Path home) {
    try {
      Matcher found = VERSION.matcher(Files.readString(home.resolve("release")));
      return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }
}
