package dev.nacoscapacity.cluster.quota;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
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
 * Limits how much of this machine's processors each node may use. Each node has a control group,
 * all of them in one that is named after the cluster's base port.
 */
public final class NodeQuota {

  private static final Path MOUNTS = Path.of("/proc/self/mounts");

  /** Shorter than the kernel's 100 ms, so that a limited node waits at most 10 ms. */
  private static final long PERIOD = 10_000;

  /**
   * What a session of nice 10 weighs, of 1,024. In a group a node's own niceness says nothing to
   * the processes outside of it, such as the generator's.
   */
  private static final int SHARES_OF_A_NODE = 110;

  private final Optional<ControlGroups> machine;
  private final String name;
  private final int nodes;
  private final double cpus;

  NodeQuota(ClusterSpec spec, Optional<ControlGroups> machine) {
    this.machine = machine;
    this.name = "nacos-" + spec.basePort();
    this.nodes = spec.nodes();
    this.cpus = spec.nodeCpus();
  }

  /** The quota of a cluster; empty where nodes may use all processors. */
  public static Optional<NodeQuota> of(ClusterSpec spec) {
    return Optional.ofNullable(spec.nodeCpus())
        .map(limited -> new NodeQuota(spec, ControlGroups.find(MOUNTS)));
  }

  /**
   * Removes what an earlier cluster of this base port left, and tries whether the machine allows
   * the quotas, before anything is started.
   *
   * @throws ClusterException if a process still runs in it, or the machine does not allow them
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

  /** Makes the groups that are missing, and lifts all limits: a start takes what there is. */
  public void lift() {
    groups().makeParent(name, nodes * SHARES_OF_A_NODE);
    for (int index = 0; index < nodes; index++) {
      groups().make(group(index));
      groups().limit(group(index), -1, PERIOD);
    }
  }

  /** Sets all limits. */
  public void limit() {
    for (int index = 0; index < nodes; index++) {
      groups().limit(group(index), Math.round(cpus * PERIOD), PERIOD);
    }
  }

  /** Whether all limits are set: a start that was killed has left them lifted. */
  public boolean isLimited() {
    return IntStream.range(0, nodes).allMatch(index -> groups().isLimited(group(index)));
  }

  /** A command that enters a node's group first; its process stays the one that is started. */
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
   * @return whether none is left, as the kernel keeps those that have processes
   */
  public boolean close() {
    return existing().stream().allMatch(group -> group.toFile().delete());
  }

  private ControlGroups groups() {
    return machine.orElseThrow(
        () ->
            new ClusterException(
                "this machine has no control groups for processors, which --node-cpus needs: leave"
                    + " it out, or run as root where cgroups are mounted"));
  }

  private String group(int index) {
    return name + "/" + ClusterSpec.nodeName(index);
  }

  /** Also of an earlier cluster with more nodes; a group before the one that it is in. */
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
