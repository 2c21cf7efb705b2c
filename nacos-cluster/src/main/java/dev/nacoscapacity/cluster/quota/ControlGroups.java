package dev.nacoscapacity.cluster.quota;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The kernel's control groups for processors, of version 1 or 2 (cgroups(7), "CPU bandwidth
 * control" in the kernel's sched-bwc).
 *
 * @param mount where their file system is
 * @param v2 whether they are of version 2
 */
record ControlGroups(Path mount, boolean v2) {

  private static final String CONTROLLER = "cpu";

  /** The default weight of a group, in the unit of each version. */
  private static final double DEFAULT_SHARES = 1_024;

  private static final int DEFAULT_WEIGHT = 100;

  /**
   * The control groups of this machine; empty when it has none.
   *
   * @param mounts a file such as {@code /proc/self/mounts}
   */
  static Optional<ControlGroups> find(Path mounts) {
    for (String line : read(mounts).lines().toList()) {
      String[] mount = line.split(" ");
      Path folder = Path.of(mount[1]);
      boolean v1 =
          mount[2].equals("cgroup") && Arrays.asList(mount[3].split(",")).contains(CONTROLLER);
      if (v1 || mount[2].equals("cgroup2") && controls(folder)) {
        return Optional.of(new ControlGroups(folder, !v1));
      }
    }
    return Optional.empty();
  }

  private static boolean controls(Path folder) {
    return List.of(read(folder.resolve("cgroup.controllers")).strip().split(" "))
        .contains(CONTROLLER);
  }

  /**
   * Creates a group whose subgroups can be limited.
   *
   * @param shares weight relative to other groups, whose default is 1,024
   */
  void makeParent(String name, int shares) {
    Path group = mount.resolve(name);
    if (v2) {
      write(mount.resolve("cgroup.subtree_control"), "+" + CONTROLLER);
    }
    make(name);
    if (v2) {
      long weight = Math.max(1, Math.round(shares * DEFAULT_WEIGHT / DEFAULT_SHARES));
      write(group.resolve("cgroup.subtree_control"), "+" + CONTROLLER);
      write(group.resolve("cpu.weight"), Long.toString(weight));
    } else {
      write(group.resolve("cpu.shares"), Integer.toString(shares));
    }
  }

  /** Creates a group without a limit. */
  void make(String name) {
    try {
      Files.createDirectories(mount.resolve(name));
    } catch (IOException e) {
      throw refused(mount.resolve(name), e);
    }
  }

  /**
   * Limits the processor time of a group's processes together in each period.
   *
   * @param quota microseconds; -1 for no limit
   * @param period microseconds
   */
  void limit(String name, long quota, long period) {
    Path group = mount.resolve(name);
    if (v2) {
      write(group.resolve("cpu.max"), (quota < 0 ? "max" : Long.toString(quota)) + " " + period);
    } else {
      write(group.resolve("cpu.cfs_period_us"), Long.toString(period));
      write(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
    }
  }

  /** Whether the group exists and has a limit. */
  boolean isLimited(String name) {
    Path quota = mount.resolve(name).resolve(v2 ? "cpu.max" : "cpu.cfs_quota_us");
    return Files.exists(quota) && !read(quota).matches("(?s)(max|-1)\\b.*");
  }

  /** How long processes of a group were held back at its limit, in seconds; 0 without a group. */
  double throttledSeconds(String name) {
    Path statistics = mount.resolve(name).resolve("cpu.stat");
    String key = v2 ? "throttled_usec " : "throttled_time ";
    double perSecond = v2 ? 1e6 : 1e9;
    return !Files.exists(statistics)
        ? 0
        : read(statistics)
            .lines()
            .filter(line -> line.startsWith(key))
            .mapToDouble(line -> Double.parseDouble(line.substring(key.length())) / perSecond)
            .sum();
  }

  /** The pids of a group's processes; a process that writes its own enters the group. */
  Path processList(String name) {
    return mount.resolve(name).resolve("cgroup.procs");
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ClusterException("cannot read %s: %s".formatted(file, reason(e)), e);
    }
  }

  private static void write(Path file, String value) {
    try {
      Files.writeString(file, value);
    } catch (IOException e) {
      throw refused(file, e);
    }
  }

  private static ClusterException refused(Path file, IOException e) {
    return new ClusterException(
        "this machine does not let nodes have quotas (%s: %s): run as root, outside of a container that keeps its control groups, or leave --cores out"
            .formatted(file, reason(e)),
        e);
  }

  /** The message of a file system exception is only the path. */
  private static String reason(IOException e) {
    return e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
  }
}
