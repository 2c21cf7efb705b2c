package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.SustainedMain.CallMix;
import dev.nacoscapacity.calibration.engines.SustainedMain.RateSearch;
import dev.nacoscapacity.calibration.fleet.PacedFleet;
import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Reading;
import dev.nacoscapacity.calibration.process.SharedServer;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.calibration.server.FixedAnswers;
import dev.nacoscapacity.calibration.server.StandIn;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The engine of a run on one event loop, with schedule, expected state and recorder, at the highest
 * rate that it sustains: the ceiling of a run.
 *
 * @param protocol {@link Ceiling#HTTP} or {@link Ceiling#GRPC}
 */
record SustainedCase(String protocol, CallMix mix, Timing timing) implements Case {

  /** The default number of connections over HTTP for this many instances. */
  private static final int CONNECTIONS = 200;

  private static final int INSTANCES = 100 * PacedFleet.INSTANCES_PER_SERVICE;

  /** The number of instances over gRPC, where each has a connection of its own. */
  private static final int GRPC_INSTANCES = 3 * PacedFleet.INSTANCES_PER_SERVICE;

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /**
   * Durations in seconds.
   *
   * @param warmUp before the search
   * @param attempt of each rate
   * @param measured at the resulting rate
   */
  record Timing(int warmUp, int attempt, int measured) {
    static final Timing FULL = new Timing(15, 3, 10);
    static final Timing QUICK = new Timing(2, 1, 1);
  }

  @Override
  public Map<String, String> setting() {
    return setting(protocol, mix);
  }

  /**
   * A quick search tries many rates and takes as long as many other cases, so it is measured less
   * often.
   */
  @Override
  public int rounds(int ofPart) {
    return timing.equals(Timing.QUICK) ? 1 : ofPart;
  }

  static Map<String, String> setting(String protocol, CallMix mix) {
    return EnginesPart.TABLE.setting(
        EngineKind.FLEET.label() + (protocol.equals(Ceiling.GRPC) ? "-grpc" : ""),
        mix == CallMix.LISTS ? "paced lists" : "paced mix",
        instances(protocol) + " instances",
        "128 MB");
  }

  private static int instances(String protocol) {
    return protocol.equals(Ceiling.GRPC) ? GRPC_INSTANCES : INSTANCES;
  }

  @Override
  public Round measure(SharedServers servers) throws IOException, InterruptedException {
    boolean grpc = protocol.equals(Ceiling.GRPC);
    SharedServer server =
        grpc
            ? servers.get("stand-in", where -> StandIn.start(servers.cores().server(), where))
            : EngineCase.server(servers);
    int port = grpc ? server.port() : server.port(0);
    try (PinnedProcess engine =
        PinnedProcess.start(
            "fleet-" + protocol + "-" + mix,
            servers.cores().load(),
            servers.directory(),
            Jvm.own("-Xmx128m").command(SustainedMain.class))) {
      engine.ask(
          new RateSearch(
              protocol, port, CONNECTIONS, instances(protocol), mix, timing.warmUp, timing.attempt),
          Void.class,
          TIMEOUT);
      Reading engineBefore = engine.read();
      Reading serverBefore = server.process().read();
      Round sustained = engine.ask(timing.measured, Round.class, TIMEOUT);
      Reading engineUsed = engine.read();
      Map<String, Double> figures = new LinkedHashMap<>(sustained.figures());
      figures.put(EnginesPart.BUSY, engineUsed.since(engineBefore).cpuPercent());
      figures.put(
          EnginesPart.SERVER_BUSY, server.process().read().since(serverBefore).cpuPercent());
      figures.put(EnginesPart.CPU, engineUsed.cpuSeconds());
      engine
          .usage()
          .peakResidentBytes()
          .ifPresent(peak -> figures.put(EnginesPart.PEAK, peak / BYTES_PER_MEGABYTE));
      if (!grpc) {
        double lists = figures.get(EnginesPart.LISTS);
        double beats = figures.get(EnginesPart.RATE) - lists;
        double bytes = lists * FixedAnswers.LIST_BYTES + beats * FixedAnswers.BEAT_BYTES;
        figures.put(EnginesPart.MEGABYTES, bytes / BYTES_PER_MEGABYTE);
      }
      return Round.of(figures);
    }
  }
}
