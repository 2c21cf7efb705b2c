package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The command line of the stand-in. */
final class StandInCommand {

  private static final String MAIN = "dev.nacoscapacity.cluster.embedded.StandInMain";

  private StandInCommand() {}

  /**
   * All nodes in one process.
   *
   * @param classPath with the stand-in on it
   */
  static List<String> of(ClusterSpec spec, Path java, String classPath) {
    return line(spec, java, classPath);
  }

  /**
   * One node.
   *
   * @param companion the process it ends with, if not only when it is told to
   */
  static List<String> ofNode(
      ClusterSpec spec, int index, OptionalLong companion, Path java, String classPath) {
    List<String> command = line(spec, java, classPath);
    command.add("--node");
    command.add(Integer.toString(index + 1));
    if (spec.networkPerNode()) {
      command.add("--network-per-node");
    }
    companion.ifPresent(
        pid -> {
          command.add("--while");
          command.add(Long.toString(pid));
        });
    return command;
  }

  private static List<String> line(ClusterSpec spec, Path java, String classPath) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("-Xmx" + spec.heap());
    command.addAll(spec.jvmArgs());
    command.add("-cp");
    command.add(classPath);
    command.add(MAIN);
    command.add("--nodes");
    command.add(Integer.toString(spec.nodes()));
    command.add("--base-port");
    command.add(Integer.toString(spec.basePort()));
    spec.settings()
        .forEach(
            (key, value) -> {
              command.add("--set");
              command.add(key + "=" + value);
            });
    if (spec.auth()) {
      command.add("--auth");
      command.add("--auth-cache");
      command.add(spec.authCache() ? "on" : "off");
    }
    return command;
  }
}
