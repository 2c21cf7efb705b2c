package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.proc.AllowedProcessors;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What this machine has: cores, programs, JDKs. Half of the cores are for what is measured. */
public final class Host {

  /** Debian leaves these folders out of a user's PATH, but nginx is installed there. */
  private static final String SYSTEM_PATH = ":/usr/local/sbin:/usr/sbin:/sbin";

  private static final File JDKS = new File("/usr/lib/jvm");

  private Host() {}

  /** The first half of the cores that this process may use, in the format of {@code taskset}. */
  public static String serverCores() {
    List<String> cores = cores();
    return String.join(",", cores.subList(0, Math.max(1, cores.size() / 2)));
  }

  /** The other half; the same when there is only one. */
  public static String loadCores() {
    List<String> cores = cores();
    return String.join(",", cores.subList(cores.size() / 2, cores.size()));
  }

  private static List<String> cores() {
    try {
      String status = Files.readString(Path.of("/proc/self/status"));
      return AllowedProcessors.parse(status).stream().mapToObj(Integer::toString).toList();
    } catch (IOException e) {
      throw new MeasureException("cannot read /proc/self/status: Linux is needed");
    }
  }

  /** The path of a program; empty when it is not installed. */
  public static Optional<Path> tool(String name) {
    return Stream.of((System.getenv("PATH") + SYSTEM_PATH).split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** How to install a program, when it is missing. */
  public static Optional<Message> missing(String name, String debianPackage) {
    return tool(name).isPresent()
        ? Optional.empty()
        : Optional.of(
            Message.of("calibration.toInstall", Map.of("command", name, "package", debianPackage)));
  }

  /** This JDK, that of {@code JAVA_HOME}, and installed ones. */
  public static List<Path> jdks() {
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    homes.add(Path.of(System.getenv().getOrDefault("JAVA_HOME", "none")));
    File[] installed = Objects.requireNonNullElse(JDKS.listFiles(), new File[0]);
    Stream.of(installed).sorted().map(File::toPath).forEach(homes::add);
    return homes;
  }

  /** The java program of the first JDK that has at least this version. */
  public static Optional<Path> java(List<Path> homes, int version) {
    return homes.stream()
        .map(home -> home.resolve("bin/java"))
        .filter(java -> Files.isExecutable(java) && version(java) >= version)
        .findFirst();
  }

  /** The version, such as 21, of the JDK with this java program; 0 when it belongs to no JDK. */
  public static int version(Path java) {
    try {
      String release = Files.readString(java.getParent().resolveSibling("release"));
      Matcher matcher = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(release);
      return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
