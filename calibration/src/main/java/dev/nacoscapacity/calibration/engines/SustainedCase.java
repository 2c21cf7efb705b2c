package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.engines.SustainedMain.Sustained;
import dev.nacoscapacity.calibration.engines.SustainedMain.Workload;
import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.calibration.server.NettyServer;
import dev.nacoscapacity.calibration.server.StandIn;
import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
import dev.nacoscapacity.simulator.observe.proc.ProcessUsage;
import dev.nacoscapacity.calibration.fleet.PacedFleet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A run's engine on one event loop, with its schedule, expected state and recorder, at the highest
 * rate that it keeps: a run's ceiling.
 */
final class SustainedCase implements Case {

  /** What a fleet of so many instances has by default over HTTP. */
  private static final int CONNECTIONS = 200;

  private static final int INSTANCES = 100 * PacedFleet.INSTANCES_PER_SERVICE;

  /** Over gRPC, where each has a connection of its own. */
  private static final int GRPC_INSTANCES = 3 * PacedFleet.INSTANCES_PER_SERVICE;

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double NANOS = 1e9;

  private final String protocol;
  private final Workload workload;
  private final Timing timing;
  private final Servers servers;

  /**
   * In seconds.
   *
   * @param warmUp before the search
   * @param attempt of each rate
   * @param measured at the rate that was found
   */
  record Timing(int warmUp, int attempt, int measured) {
    static final Timing FULL = new Timing(15, 3, 10);
    static final Timing QUICK = new Timing(2, 1, 1);
  }

  /**
   * @param protocol {@link Ceiling#HTTP} or {@link Ceiling#GRPC}
   */
  SustainedCase(String protocol, Workload workload, Timing timing, Servers servers) {
    this.protocol = protocol;
    this.workload = workload;
    this.timing = timing;
    this.servers = servers;
  }

  @Override
  public Map<String, String> setting() {
    return setting(protocol, workload);
  }

  /** A quick search has tried so many rates already, and takes as long as many other cases. */
  @Override
  public int rounds(int ofPart) {
    return timing.equals(Timing.QUICK) ? 1 : ofPart;
  }

  static Map<String, String> setting(String protocol, Workload workload) {
    boolean grpc = protocol.equals(Ceiling.GRPC);
    String engine = EngineKind.FLEET.label() + (grpc ? "-grpc" : "");
    return EngineSetting.of(
        engine,
        workload == Workload.LISTS ? "paced lists" : "paced mix",
        (grpc ? GRPC_INSTANCES : INSTANCES) + " instances",
        "128 MB");
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
      Sustained sustained = ResultLine.await(engine, Sustained.class, PATIENCE);
      double seconds = (System.nanoTime() - start) / NANOS;
      Map<String, Double> figures = new HashMap<>();
      figures.put(EnginesPart.RATE, sustained.calls());
      figures.put(EnginesPart.LISTS, sustained.lists());
      figures.put(EnginesPart.LAG, sustained.lagP99Ms());
      figures.put(EnginesPart.BUSY, 100 * (engine.cpuSeconds() - engineBefore) / seconds);
      figures.put(EnginesPart.SERVER_BUSY, 100 * (server.cpuSeconds() - serverBefore) / seconds);
      figures.put(EnginesPart.CPU, engine.cpuSeconds());
      engine
          .usage()
          .peakResidentBytes()
          .ifPresent(peak -> figures.put(EnginesPart.PEAK, peak / BYTES_PER_MEGABYTE));
      if (!grpc) {
        double beats = sustained.calls() - sustained.lists();
        double bytes = sustained.lists() * NettyServer.LIST_BYTES + beats * NettyServer.BEAT_BYTES;
        figures.put(EnginesPart.MEGABYTES, bytes / BYTES_PER_MEGABYTE);
      }
      return Round.of(figures);
    }
  }

  private PinnedProcess start(int port, Path directory) throws IOException {
    boolean grpc = protocol.equals(Ceiling.GRPC);
    return PinnedProcess.start(
        "fleet-" + protocol + "-" + workload,
        servers.loadCores(),
        directory,
        Jvm.own("-XX:+UseSerialGC", "-Xmx128m")
            .command(
                SustainedMain.class,
                protocol,
                Integer.toString(port),
                Integer.toString(CONNECTIONS),
                Integer.toString(grpc ? GRPC_INSTANCES : INSTANCES),
                workload.name(),
                Integer.toString(timing.warmUp),
                Integer.toString(timing.attempt),
                Integer.toString(timing.measured)));
  }
}
