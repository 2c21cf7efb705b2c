package dev.nacoscapacity.calibration.server;

import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.cluster.embedded.StandInMain;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.simulator.observe.proc.ProcessUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** One node of the stand-in registry, for what needs more of a server than fixed answers. */
public final class StandIn implements AutoCloseable {

  private static final String ADDRESS = "node1 http://127.0.0.1:";
  private static final Duration START = Duration.ofSeconds(60);

  private final PinnedProcess process;
  private final int port;

  private StandIn(PinnedProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts one in a JVM of its own.
   *
   * @param cores as {@code taskset -c} takes them
   * @param directory for its log
   */
  public static StandIn start(String cores, Path directory)
      throws IOException, InterruptedException {
    PinnedProcess process =
        PinnedProcess.start(
            "stand-in",
            cores,
            directory,
            Jvm.own("-XX:+UseSerialGC", "-Xmx512m")
                .command(StandInMain.class, "--nodes=1", "--base-port=0"));
    try {
      process.awaitCount("ready", 1, START);
      String address = process.awaitLine(ADDRESS, START);
      return new StandIn(process, Integer.parseInt(address.substring(0, address.indexOf('/'))));
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** Where it serves clients of 2.x. */
  public int grpcPort() {
    return GrpcPorts.client(port);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What its process takes. */
  public ProcessUsage usage() {
    return process.usage();
  }

  @Override
  public void close() {
    process.close();
  }
}
