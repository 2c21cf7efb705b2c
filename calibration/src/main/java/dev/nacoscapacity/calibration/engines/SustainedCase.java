package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.engines.EngineSetting.Answer;
import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.Lifetime;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.reports.calibration.Round;
import dev.nacoscapacity.simulator.wire.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The fleet's driver on one event loop, as fast as it is answered: a run's ceiling. */
final class SustainedCase implements Case {

  /** What a fleet of 5,000 has by default. */
  private static final int CONNECTIONS = 100;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double BYTES_PER_MEGABYTE = 1e6;

  private final Operation operation;
  private final int answerBytes;
  private final Duration measured;
  private final Servers servers;

  /**
   * @param answerBytes of the body of an answer
   */
  SustainedCase(Operation operation, int answerBytes, Duration measured, Servers servers) {
    this.operation = operation;
    this.answerBytes = answerBytes;
    this.measured = measured;
    this.servers = servers;
  }

  @Override
  public Map<String, String> setting() {
    return setting(operation);
  }

  static Map<String, String> setting(Operation operation) {
    return EngineSetting.of(
        EngineKind.FLEET.label(), operation.label() + "s on end", "" + CONNECTIONS, "128 MB");
  }

  @Override
  public Round measure(Path directory) throws IOException, InterruptedException {
    int port = servers.port(Answer.FIXED, directory);
    List<String> command =
        Jvm.own("-XX:+UseSerialGC", "-Xmx128m")
            .command(
                SustainedMain.class,
                Integer.toString(port),
                Integer.toString(CONNECTIONS),
                operation.name(),
                Long.toString(measured.toMillis()));
    try (PinnedProcess engine =
        PinnedProcess.start(
            "fleet-" + operation.label(), servers.loadCores(), directory, command)) {
      Lifetime life = Lifetime.watch(engine, PATIENCE);
      double callsPerSecond = ResultLine.await(engine, Double.class, Duration.ZERO);
      return Round.of(
          Map.of(
              EnginesPart.RATE,
              callsPerSecond,
              EnginesPart.MEGABYTES,
              callsPerSecond * answerBytes / BYTES_PER_MEGABYTE,
              EnginesPart.CPU,
              life.cpuSeconds(),
              EnginesPart.PEAK,
              life.peakBytes() / BYTES_PER_MEGABYTE));
    }
  }
}
