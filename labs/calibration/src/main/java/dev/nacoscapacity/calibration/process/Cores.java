package dev.nacoscapacity.calibration.process;

import dev.nacoscapacity.simulator.proc.AllowedProcessors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The cores that this process may use, divided so that a server and its load do not compete for
 * them.
 *
 * @param numbers one or more
 */
public record Cores(List<Integer> numbers) {

  public Cores {
    numbers = List.copyOf(numbers);
  }

  /** The cores of this process. */
  public static Cores allowed() {
    try {
      return parse(Files.readString(Path.of("/proc/self/status")));
    } catch (IOException e) {
      throw new MeasureException("cannot read /proc/self/status: Linux is needed");
    }
  }

  /** Parses the cores in a status file, such as {@code 0-1,4}. */
  static Cores parse(String status) {
    List<Integer> numbers = AllowedProcessors.parse(status).stream().boxed().toList();
    return new Cores(numbers.isEmpty() ? List.of(0) : numbers);
  }

  /** The first half, for a server, in the format of {@code taskset -c}. */
  public String server() {
    return join(numbers.subList(0, Math.max(1, numbers.size() / 2)));
  }

  /** The other half, for the load; the same when there is only one. */
  public String load() {
    return join(
        numbers.size() == 1 ? numbers : numbers.subList(numbers.size() / 2, numbers.size()));
  }

  private static String join(List<Integer> cores) {
    return cores.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
