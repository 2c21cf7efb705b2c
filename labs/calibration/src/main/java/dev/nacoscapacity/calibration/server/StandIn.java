package dev.nacoscapacity.calibration.server;

import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.SharedServer;
import dev.nacoscapacity.cluster.embedded.StandInMain;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** One node of the stand-in registry, for clients that need more than fixed answers. */
public final class StandIn {

  private static final String ADDRESS = "node1 http://127.0.0.1:";
  private static final Duration START = Duration.ofSeconds(60);

  private StandIn() {}

  /**
   * Starts a node in a JVM of its own; its port is the one for gRPC clients.
   *
   * @param cores in the format of {@code taskset -c}
   * @param directory for its log
   */
  public static SharedServer start(String cores, Path directory)
      throws IOException, InterruptedException {
    PinnedProcess process =
        PinnedProcess.start(
            "stand-in",
            cores,
            directory,
            Jvm.own("-Xmx512m").command(StandInMain.class, "--nodes=1", "--base-port=0"));
    try {
      process.awaitLine("ready", 1, START);
      String address = process.linesAfter(ADDRESS).get(0);
      int port = Integer.parseInt(address.substring(0, address.indexOf('/')));
      return new SharedServer(process, GrpcPorts.client(port));
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }
}
