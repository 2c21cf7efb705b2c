package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.SharedServer;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.calibration.server.FixedAnswers;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.simulator.proc.ProcessUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A wave of calls by one engine in a JVM of its own. */
abstract class EngineCase implements Case {

  static final String OUT_OF_MEMORY = "OutOfMemoryError";

  /** Extra time for connecting, on one core, in addition to the wait for the answers. */
  private static final Duration TO_CONNECT = Duration.ofSeconds(30);

  /** Time to start and to stop a JVM. */
  private static final Duration TO_START = Duration.ofSeconds(30);

  /**
   * The figures of a process are gone when it ends, so up to this much of its end is not measured.
   */
  private static final int POLL_MILLIS = 20;

  private static final double BYTES_PER_MEGABYTE = 1e6;

  /** Descriptors of the JVM itself, in addition to the sockets of the calls. */
  private static final int OTHER_DESCRIPTORS = 100;

  final EngineSetting setting;

  EngineCase(EngineSetting setting) {
    this.setting = setting;
  }

  @Override
  public Map<String, String> setting() {
    return setting.byDimension();
  }

  @Override
  public int descriptors() {
    return setting.calls() + OTHER_DESCRIPTORS;
  }

  /** The server that all engines call. */
  static SharedServer server(SharedServers servers) throws IOException, InterruptedException {
    return servers.jvm("server", FixedAnswers.class);
  }

  /** Starts the engine's JVM against the server on a port. */
  abstract List<String> command(int port, Path directory) throws IOException;

  /** The result of the wave; empty when the engine did not complete it. */
  abstract Optional<Round> wave(PinnedProcess ended, Path directory) throws IOException;

  /**
   * The output of the engine: a line about an out-of-memory error says which memory was exhausted.
   */
  List<String> output(PinnedProcess ended, Path directory) throws IOException {
    return ended.output();
  }

  @Override
  public final Round measure(SharedServers servers) throws IOException, InterruptedException {
    int port = server(servers).port((int) setting.answer().delay().toMillis());
    Path directory = servers.directory();
    List<String> command = command(port, directory);
    try (PinnedProcess engine =
        PinnedProcess.start(setting.fileName(), servers.cores().load(), directory, command)) {
      Map<String, Double> usage = usageUntilItsEnd(engine);
      Optional<Round> wave = wave(engine, directory);
      Map<String, Double> figures = new LinkedHashMap<>(wave.map(Round::figures).orElse(Map.of()));
      Optional<String> outOfMemory = outOfMemory(output(engine, directory));
      String outcome = outOfMemory.isPresent() ? outOfMemory.get() : outcome(engine, wave);
      if (outOfMemory.isEmpty() && figures.getOrDefault(EnginesPart.OK, 0.0) == 0) {
        return Round.ended(outcome);
      }
      figures.putAll(usage);
      return new Round(figures, outcome);
    }
  }

  /**
   * The last CPU and memory figures from {@code /proc}; empty when the process ended before the
   * first poll.
   */
  private Map<String, Double> usageUntilItsEnd(PinnedProcess engine) throws InterruptedException {
    ProcessUsage usage = engine.usage();
    long deadline = System.nanoTime() + timeout().toNanos();
    Map<String, Double> most = new LinkedHashMap<>();
    while (engine.isAlive() && System.nanoTime() < deadline) {
      double cpuSeconds = usage.cpuSeconds();
      usage
          .peakResidentBytes()
          .ifPresent(
              bytes -> {
                most.merge(EnginesPart.CPU, cpuSeconds, Math::max);
                most.merge(EnginesPart.PEAK, bytes / BYTES_PER_MEGABYTE, Math::max);
              });
      Thread.sleep(POLL_MILLIS);
    }
    return most;
  }

  private static Optional<String> outOfMemory(List<String> output) {
    return output.stream()
        .filter(line -> line.contains(OUT_OF_MEMORY))
        .map(line -> line.substring(line.indexOf(OUT_OF_MEMORY)))
        // In the figures the message is the quoted cause of a failed call.
        .map(line -> line.split("\"| thrown ", 2)[0])
        .findFirst();
  }

  private String outcome(PinnedProcess engine, Optional<Round> wave) throws IOException {
    if (engine.isAlive()) {
      return "not done within " + timeout().toSeconds() + " s";
    }
    return wave.isPresent() ? wave.get().outcome() : "ended without a result: " + engine.lastLine();
  }

  /**
   * How long a wave may take: twice the delay; with a pool, whose calls wait for each other, twice
   * the sum of their delays.
   */
  final Duration waveTimeout() {
    long turns = setting.engine() == EngineKind.POOL ? setting.calls() / EngineKind.POOL_SIZE : 1;
    return setting.answer().delay().multipliedBy(2 * turns).plus(TO_CONNECT);
  }

  /** The timeout of both the warm-up wave and the measured wave. */
  private Duration timeout() {
    return waveTimeout().multipliedBy(2).plus(TO_START);
  }
}
