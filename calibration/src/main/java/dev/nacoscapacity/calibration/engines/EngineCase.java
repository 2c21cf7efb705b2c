package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.process.Lifetime;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
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

  /** Beside what a wave waits for its answers: to connect, on one core. */
  private static final Duration TO_CONNECT = Duration.ofSeconds(30);

  /** To start a JVM, and to end it. */
  private static final Duration TO_START = Duration.ofSeconds(30);

  private static final double BYTES_PER_MEGABYTE = 1e6;

  /** Beside the calls' sockets: the JVM's own files. */
  private static final int OTHER_DESCRIPTORS = 100;

  private final EngineSetting setting;
  private final Servers servers;

  EngineCase(EngineSetting setting, Servers servers) {
    this.setting = setting;
    this.servers = servers;
  }

  EngineSetting engineSetting() {
    return setting;
  }

  @Override
  public Map<String, String> setting() {
    return setting.byDimension();
  }

  @Override
  public int descriptors() {
    return setting.calls() + OTHER_DESCRIPTORS;
  }

  /** Starts the engine's JVM against the server on a port. */
  abstract List<String> command(int port, Path directory) throws IOException;

  /** What became of the wave; empty when the engine did not get so far. */
  abstract Optional<WaveFigures> figures(PinnedProcess ended, Path directory) throws IOException;

  /** That it ran out of memory, and of which, if it wrote that down somewhere. */
  Optional<String> outOfMemory(PinnedProcess ended, Path directory) throws IOException {
    // A call that failed for it is told within quotes.
    return ended.lineFrom(OUT_OF_MEMORY).map(line -> line.split("\"| thrown ", 2)[0]);
  }

  @Override
  public final Round measure(Path directory) throws IOException, InterruptedException {
    int port = servers.server(setting.answer(), directory).port();
    List<String> command = command(port, directory);
    try (PinnedProcess engine =
        PinnedProcess.start(setting.fileName(), servers.loadCores(), directory, command)) {
      Lifetime life = Lifetime.watch(engine, patience());
      Optional<WaveFigures> wave = figures(engine, directory);
      Optional<String> outOfMemory = outOfMemory(engine, directory);
      String outcome = outOfMemory.isPresent() ? outOfMemory.get() : outcome(engine, life, wave);
      if (outOfMemory.isEmpty() && wave.map(WaveFigures::ok).orElse(0.0) == 0) {
        return Round.ended(outcome);
      }
      Map<String, Double> figures = new LinkedHashMap<>();
      wave.ifPresent(each -> figures.putAll(each.byMetric()));
      if (life.peakBytes() > 0) {
        figures.put(EnginesPart.CPU, life.cpuSeconds());
        figures.put(EnginesPart.PEAK, life.peakBytes() / BYTES_PER_MEGABYTE);
      }
      return new Round(figures, outcome);
    }
  }

  private String outcome(PinnedProcess engine, Lifetime life, Optional<WaveFigures> wave)
      throws IOException {
    if (!life.ended()) {
      return "not done within " + patience().toSeconds() + " s";
    }
    return wave.isPresent() ? wave.get().error() : "ended without a result: " + engine.lastLine();
  }

  /**
   * How long a wave may take: twice the delay, or of a pool, whose calls wait for one another,
   * twice theirs together.
   */
  final Duration wavePatience() {
    long turns = setting.engine() == EngineKind.POOL ? setting.calls() / EngineKind.POOL_SIZE : 1;
    return setting.answer().delay().multipliedBy(2 * turns).plus(TO_CONNECT);
  }

  /** Of the wave that warms and of the one that counts. */
  private Duration patience() {
    return wavePatience().multipliedBy(2).plus(TO_START);
  }
}
