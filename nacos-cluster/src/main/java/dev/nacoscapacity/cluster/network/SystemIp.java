package dev.nacoscapacity.cluster.network;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** This machine's own. */
final class SystemIp implements Ip {

  private final String program;

  /**
   * @param program {@code ip}, or where it is
   */
  SystemIp(String program) {
    this.program = program;
  }

  @Override
  public String run(String... arguments) {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments));
    Process process = start(command);
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new ClusterException(
            "%s: %s; a network a node takes root and a kernel that allows network namespaces"
                .formatted(String.join(" ", command), said.lines().findFirst().orElse("failed")));
      }
      return said;
    } catch (IOException e) {
      throw new ClusterException(String.join(" ", command) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while changing the nodes' network", e);
    }
  }

  private Process start(List<String> command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new ClusterException(
          "a network a node takes the command 'ip': install it (apt-get install iproute2)", e);
    }
  }
}
