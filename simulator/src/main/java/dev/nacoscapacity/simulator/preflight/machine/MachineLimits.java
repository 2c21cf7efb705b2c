package dev.nacoscapacity.simulator.preflight.machine;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The limits of this machine and process. A limit that cannot be read, without {@code /proc} or in
 * a container that hides a file, is empty.
 *
 * @param openFiles soft limit of descriptors, which HotSpot raises to the hard one
 * @param openFilesHard hard limit of descriptors
 * @param mayRaiseHard whether this process has CAP_SYS_RESOURCE
 * @param localPorts how many ports the kernel assigns to outgoing connections
 * @param somaxconn limit of a listening socket's accept queue
 * @param synBacklog limit of a listening socket's half-open connections
 * @param conntrackLeft how many more connections the firewall can track; empty if it tracks none
 * @param conntrackMax how many connections the firewall can track
 * @param portReuse {@code tcp_tw_reuse}: 0 never, 1 always, 2 on loopback
 * @param memoryAvailable in bytes, without swapping and within a cgroup's limit
 */
record MachineLimits(
    OptionalLong openFiles,
    OptionalLong openFilesHard,
    boolean mayRaiseHard,
    OptionalLong localPorts,
    OptionalLong somaxconn,
    OptionalLong synBacklog,
    OptionalLong conntrackLeft,
    OptionalLong conntrackMax,
    OptionalLong portReuse,
    OptionalLong memoryAvailable) {

  private static final int CAP_SYS_RESOURCE = 24;

  static MachineLimits read(Path proc, Path sys) {
    Path net = proc.resolve("sys/net");
    List<String> openFiles = wordsAfter(proc.resolve("self/limits"), "Max open files");
    List<String> ports = wordsAfter(net.resolve("ipv4/ip_local_port_range"), "");
    OptionalLong tracked = number(net.resolve("netfilter/nf_conntrack_max"));
    return new MachineLimits(
        at(openFiles, 0),
        at(openFiles, 1),
        hasCapability(wordsAfter(proc.resolve("self/status"), "CapEff:")),
        minus(at(ports, 1), minus(at(ports, 0), OptionalLong.of(1))),
        number(net.resolve("core/somaxconn")),
        number(net.resolve("ipv4/tcp_max_syn_backlog")),
        minus(tracked, number(net.resolve("netfilter/nf_conntrack_count"))),
        tracked,
        number(net.resolve("ipv4/tcp_tw_reuse")),
        memoryAvailable(proc, sys));
  }

  /** Whether ports in TIME_WAIT may be reused. */
  boolean reusesPorts(boolean loopback) {
    long reuse = portReuse.orElse(0);
    return reuse == 1 || reuse == 2 && loopback;
  }

  private static boolean hasCapability(List<String> mask) {
    return !mask.isEmpty() && new BigInteger(mask.get(0), 16).testBit(CAP_SYS_RESOURCE);
  }

  private static OptionalLong minus(OptionalLong from, OptionalLong what) {
    return from.isPresent() && what.isPresent()
        ? OptionalLong.of(from.getAsLong() - what.getAsLong())
        : OptionalLong.empty();
  }

  /** Available memory: that of the host, or of the cgroup (version 1 or 2) if that is less. */
  private static OptionalLong memoryAvailable(Path proc, Path sys) {
    OptionalLong host = at(wordsAfter(proc.resolve("meminfo"), "MemAvailable:"), 0);
    if (host.isEmpty()) {
      return host;
    }
    long bytes = host.getAsLong() * 1024;
    for (String line : lines(proc.resolve("self/cgroup"))) {
      String[] entry = line.split(":", 3);
      if (entry.length < 3) {
        continue;
      }
      if (entry[1].equals("memory")) {
        Path group = group(sys.resolve("fs/cgroup/memory"), entry[2]);
        bytes = Math.min(bytes, freeBytes(group, "memory.limit_in_bytes", "memory.usage_in_bytes"));
      } else if (entry[1].isEmpty()) {
        Path group = group(sys.resolve("fs/cgroup"), entry[2]);
        bytes = Math.min(bytes, freeBytes(group, "memory.max", "memory.current"));
      }
    }
    return OptionalLong.of(bytes);
  }

  /** In a container the path may be the host's; the container's own group is then the root. */
  private static Path group(Path root, String path) {
    Path group = root.resolve(path.substring(1));
    return Files.isDirectory(group) ? group : root;
  }

  private static long freeBytes(Path group, String limitFile, String usageFile) {
    OptionalLong limit = number(group.resolve(limitFile));
    OptionalLong usage = number(group.resolve(usageFile));
    return limit.isPresent() && usage.isPresent()
        ? Math.max(0, limit.getAsLong() - usage.getAsLong())
        : Long.MAX_VALUE;
  }

  /** The lines of a file; none if it cannot be read. */
  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The words after {@code prefix} on the first line that starts with it. */
  private static List<String> wordsAfter(Path file, String prefix) {
    for (String line : lines(file)) {
      if (line.startsWith(prefix)) {
        return List.of(line.substring(prefix.length()).strip().split("\\s+"));
      }
    }
    return List.of();
  }

  /** The first word of a file as a number. */
  private static OptionalLong number(Path file) {
    return at(wordsAfter(file, ""), 0);
  }

  /** The word at {@code index} as a number; the largest for {@code unlimited} and {@code max}. */
  private static OptionalLong at(List<String> words, int index) {
    if (index >= words.size()) {
      return OptionalLong.empty();
    }
    String word = words.get(index);
    if (word.equals("unlimited") || word.equals("max")) {
      return OptionalLong.of(Long.MAX_VALUE);
    }
    try {
      return OptionalLong.of(Long.parseLong(word));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
