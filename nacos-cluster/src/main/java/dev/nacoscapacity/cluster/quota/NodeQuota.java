package dev.nacoscapacity.cluster.quota;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Dilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Limits each node to the cores of its machine. Each node has a control group, inside a parent
 * group that is named after the cluster's base port.
 */
public final class NodeQuota {

  private static final Path MOUNTS = Path.of("/proc/self/mounts");

  /** Shorter than the kernel's 100 ms, so that a limited node waits at most 10 ms. */
  private static final long PERIOD = 10_000;

  /** The kernel takes no less than 1,000. */
  private static final long LEAST = 1_500;

  /**
   * The weight of a session with nice 10, of 1,024. Inside a group, a node's own niceness has no
   * effect on processes outside of it, such as the generator's.
   */
  private static final int SHARES_OF_A_NODE = 110;

  private final Optional<ControlGroups> machine;
  private final String name;
  private final int nodes;
  private final double cpus;
  private final double dilation;

  NodeQuota(ClusterSpec spec, Optional<ControlGroups> machine) {
    this.machine = machine;
    this.name = "nacos-" + spec.basePort();
    this.nodes = spec.nodes();
    this.cpus = spec.cores().orElseThrow();
    this.dilation = Dilation.of(spec);
  }

  /** The quota of a cluster; empty where nodes may use all processors. */
  public static Optional<NodeQuota> of(ClusterSpec spec) {
    return spec.cores().map(cpus -> new NodeQuota(spec, ControlGroups.find(MOUNTS)));
  }

  /**
   * Removes the groups of an earlier cluster with this base port, and checks that the machine
   * allows the quotas, before anything is started.
   *
   * @throws ClusterException if a process still runs in such a group, or the machine does not allow
   *     the quotas
   */
  public void claim() {
    for (Path group : existing()) {
      if (!ControlGroups.read(group.resolve("cgroup.procs")).isBlank()) {
        throw new ClusterException(
            "another cluster runs in the control group %s: take it down, or pass --base-port"
                .formatted(group));
      }
    }
    if (!close()) {
      throw new ClusterException("cannot remove the control groups " + this);
    }
    try {
      lift();
      limit();
    } finally {
      close();
    }
  }

  /** Creates missing groups, and lifts all limits, since a start may use all processors. */
  public void lift() {
    groups().makeParent(name, nodes * SHARES_OF_A_NODE);
    for (int index = 0; index < nodes; index++) {
      groups().make(group(index));
      groups().limit(group(index), -1, PERIOD);
    }
  }

  /** Sets all limits, for the slow time of a cluster that has one. */
  public void limit() {
    double share = cpus / dilation;
    long period = Math.max(PERIOD, Math.round(LEAST / share));
    for (int index = 0; index < nodes; index++) {
      groups().limit(group(index), Math.round(share * period), period);
    }
  }

  /** Whether all limits are set; after a killed start they may not be. */
  public boolean isLimited() {
    return IntStream.range(0, nodes).allMatch(index -> groups().isLimited(group(index)));
  }

  /**
   * How long the kernel has held nodes back at their limits since their groups exist, in seconds of
   * the wall's time; the sum of all nodes.
   */
  public double throttledSeconds() {
    return IntStream.range(0, nodes)
        .mapToDouble(index -> groups().throttledSeconds(group(index)))
        .sum();
  }

  /** A command that enters a node's group before it runs the given command in the same process. */
  public List<String> inside(int index, List<String> command) {
    List<String> limited =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "echo $$ >'" + groups().processList(group(index)) + "' && exec \"$0\" \"$@\""));
    limited.addAll(command);
    return limited;
  }

  /**
   * Removes the groups.
   *
   * @return whether all groups are removed; the kernel keeps groups that have processes
   */
  public boolean close() {
    return existing().stream().allMatch(group -> group.toFile().delete());
  }

  private ControlGroups groups() {
    return machine.orElseThrow(
        () ->
            new ClusterException(
                "this machine has no control groups for processors, which --cores needs: leave"
                    + " it out, or run as root where cgroups are mounted"));
  }

  private String group(int index) {
    return name + "/" + ClusterSpec.nodeName(index);
  }

  /**
   * Existing groups, including those of an earlier cluster with more nodes; subgroups come before
   * their parent.
   */
  private List<Path> existing() {
    Path top = machine.map(groups -> groups.mount().resolve(name)).orElse(null);
    if (top == null || !Files.exists(top)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(top)) {
      return all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList();
    } catch (IOException e) {
      throw new ClusterException("cannot read the control groups " + this, e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
