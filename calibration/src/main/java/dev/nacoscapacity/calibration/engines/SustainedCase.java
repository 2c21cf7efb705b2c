package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.calibration.server.NettyServer;
import dev.nacoscapacity.calibration.server.StandIn;
import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.calibration.Round;
import dev.nacoscapacity.simulator.servers.ProcessUsage;
import dev.nacoscapacity.simulator.wire.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The fleet's driver on one event loop, as fast as it is answered: a run's ceiling. */
final class SustainedCase implements Case {

  /** What a fleet of 5,000 has by default over HTTP; over gRPC so many clients of one service. */
  static final int CONNECTIONS = 100;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double NANOS = 1e9;

  private final String protocol;
  private final Operation operation;
  private final Duration measured;
  private final Servers servers;

  /**
   * @param protocol {@link Ceiling#HTTP} or {@link Ceiling#GRPC}
   * @param operation a beat or a list
   */
  SustainedCase(String protocol, Operation operation, Duration measured, Servers servers) {
    this.protocol = protocol;
    this.operation = operation;
    this.measured = measured;
    this.servers = servers;
  }

  @Override
  public Map<String, String> setting() {
    return setting(protocol, operation);
  }

  static Map<String, String> setting(String protocol, Operation operation) {
    String engine = EngineKind.FLEET.label() + (protocol.equals(Ceiling.GRPC) ? "-grpc" : "");
    return EngineSetting.of(engine, operation.label() + "s on end", "" + CONNECTIONS, "128 MB");
  }

  @Override
  public Round measure(Path directory) throws IOException, InterruptedException {
    boolean grpc = protocol.equals(Ceiling.GRPC);
    int port;
    ProcessUsage server;
    if (grpc) {
      StandIn standIn = servers.standIn(directory);
      port = standIn.grpcPort();
      server = standIn.usage();
    } else {
      NettyServer fixed = servers.server(Answer.FIXED, directory);
      port = fixed.port();
      server = fixed.usage();
    }
    try (PinnedProcess engine = start(port, directory)) {
      engine.awaitLine(SustainedMain.WARM, PATIENCE);
      long start = System.nanoTime();
      double engineBefore = engine.cpuSeconds();
      double serverBefore = server.cpuSeconds();
      engine.say(SustainedMain.GO);
      double callsPerSecond = ResultLine.await(engine, Double.class, PATIENCE);
      double seconds = (System.nanoTime() - start) / NANOS;
      Map<String, Double> figures = new HashMap<>();
      figures.put(EnginesPart.RATE, callsPerSecond);
      figures.put(EnginesPart.BUSY, 100 * (engine.cpuSeconds() - engineBefore) / seconds);
      figures.put(EnginesPart.SERVER_BUSY, 100 * (server.cpuSeconds() - serverBefore) / seconds);
      figures.put(EnginesPart.CPU, engine.cpuSeconds());
      engine
          .usage()
          .peakResidentBytes()
          .ifPresent(peak -> figures.put(EnginesPart.PEAK, peak / BYTES_PER_MEGABYTE));
      if (!grpc) {
        int bytes = operation == Operation.LIST ? NettyServer.LIST_BYTES : NettyServer.BEAT_BYTES;
        figures.put(EnginesPart.MEGABYTES, callsPerSecond * bytes / BYTES_PER_MEGABYTE);
      }
      return Round.of(figures);
    }
  }

  private PinnedProcess start(int port, Path directory) throws IOException {
    return PinnedProcess.start(
        "fleet-" + protocol + "-" + operation.label(),
        servers.loadCores(),
        directory,
        Jvm.own("-XX:+UseSerialGC", "-Xmx128m")
            .command(
                SustainedMain.class,
                protocol,
                Integer.toString(port),
                Integer.toString(CONNECTIONS),
                operation.name(),
                Long.toString(measured.toMillis())));
  }
}
