package dev.nacoscapacity.simulator.preflight.machine;

import static dev.nacoscapacity.simulator.preflight.machine.KernelFile.at;
import static dev.nacoscapacity.simulator.preflight.machine.KernelFile.lines;
import static dev.nacoscapacity.simulator.preflight.machine.KernelFile.number;
import static dev.nacoscapacity.simulator.preflight.machine.KernelFile.wordsAfter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** How much memory is left: the host's, or the cgroup's (version 1 or 2) where that is less. */
final class Memory {

  private Memory() {}

  static OptionalLong available(Path proc, Path sys) {
    OptionalLong host = at(wordsAfter(proc.resolve("meminfo"), "MemAvailable:"), 0);
    if (host.isEmpty()) {
      return host;
    }
    long least = host.getAsLong() * 1024;
    for (String line : lines(proc.resolve("self/cgroup"))) {
      String[] entry = line.split(":", 3);
      if (entry.length < 3) {
        continue;
      }
      if (entry[1].equals("memory")) {
        Path group = group(sys.resolve("fs/cgroup/memory"), entry[2]);
        least = Math.min(least, left(group, "memory.limit_in_bytes", "memory.usage_in_bytes"));
      } else if (entry[1].isEmpty()) {
        Path group = group(sys.resolve("fs/cgroup"), entry[2]);
        least = Math.min(least, left(group, "memory.max", "memory.current"));
      }
    }
    return OptionalLong.of(least);
  }

  /** In a container the path is the host's, and the container's own group is the root. */
  private static Path group(Path root, String path) {
    Path group = root.resolve(path.substring(1));
    return Files.isDirectory(group) ? group : root;
  }

  private static long left(Path group, String limitFile, String usageFile) {
    OptionalLong limit = number(group.resolve(limitFile));
    OptionalLong usage = number(group.resolve(usageFile));
    return limit.isPresent() && usage.isPresent()
        ? Math.max(0, limit.getAsLong() - usage.getAsLong())
        : Long.MAX_VALUE;
  }
}
