package dev.nacoscapacity.cluster.network;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The command {@code ip} of iproute2 on this machine. */
final class SystemIp {

  private SystemIp() {}

  /**
   * Runs the command and returns its output.
   *
   * @param program {@code ip}, or its path
   * @param arguments separated by spaces
   * @throws ClusterException with its first line of output, and a remedy
   */
  static String run(String program, String arguments) {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments.split(" ")));
    Process process = start(command);
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new ClusterException(
            "%s: %s; a network a node takes root and a kernel that allows network namespaces"
                .formatted(String.join(" ", command), output.lines().findFirst().orElse("failed")));
      }
      return output;
    } catch (IOException e) {
      throw new ClusterException(String.join(" ", command) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while changing the nodes' network", e);
    }
  }

  private static Process start(List<String> command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new ClusterException(
          "a network a node takes the command 'ip': install it (apt-get install iproute2)", e);
    }
  }
}
