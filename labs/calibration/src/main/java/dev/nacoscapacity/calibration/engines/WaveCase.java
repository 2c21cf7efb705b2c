package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.harness.FixedAnswers;
import dev.nacoscapacity.calibration.harness.Jvm;
import dev.nacoscapacity.calibration.harness.Peer;
import dev.nacoscapacity.calibration.harness.Requests;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.reports.jtl.JtlFile;
import dev.nacoscapacity.reports.jtl.JtlRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A wave of calls by one engine in a JVM of its own.
 *
 * @param engine its name; {@link #JMETER} is stock JMeter, with a thread for each call, released by
 *     a synchronizing timer
 * @param late whether answers are delayed, which shows how long calls wait for a thread of a pool
 * @param calls released together
 * @param heapMb of the engine's JVM
 */
record WaveCase(String engine, boolean late, int calls, int heapMb) {

  static final String JMETER = "jmeter";
  static final String OUT_OF_MEMORY = "OutOfMemoryError";

  private static final int DELAY_MILLIS = 500;

  /** To connect on one core, in addition to the wait for the answers; and to start a JVM. */
  private static final int EXTRA_SECONDS = 30;

  /** The figures of a process are gone when it ends: up to so much of its end is not measured. */
  private static final int POLL_MILLIS = 20;

  String setting() {
    return "%s|%s|%d|%d MB".formatted(engine, late ? "500 ms" : "fixed", calls, heapMb);
  }

  /**
   * Measures once.
   *
   * @param java to run an engine of ours with
   * @param jmeter its jar
   */
  Round measure(Path java, Path jmeter, SharedPeers peers)
      throws IOException, InterruptedException {
    int port = peers.server("server", FixedAnswers.class).port(late ? DELAY_MILLIS : 0);
    String name = "%s-%s-%d-%d".formatted(engine, late ? "late" : "fixed", calls, heapMb);
    Path jtl = peers.directory().resolve(name + ".jtl");
    boolean isOwnEngine = !engine.equals(JMETER);
    List<String> command = isOwnEngine ? own(java, port) : jmeter(jmeter, port, jtl);
    try (Peer process = peers.load(name, command)) {
      Map<String, Double> usage = usageUntilItsEnd(process);
      List<String> output = new ArrayList<>(process.output());
      Optional<Round> wave = isOwnEngine ? ofOwn(process) : ofJmeter(jtl);
      Map<String, Double> figures = new LinkedHashMap<>(wave.map(Round::figures).orElse(Map.of()));
      if (!isOwnEngine && Files.exists(log(jtl))) {
        output.addAll(Files.readAllLines(log(jtl)));
      }
      Optional<String> outOfMemory = outOfMemory(output);
      String last = process.lastLine();
      String outcome =
          outOfMemory.orElseGet(
              () ->
                  process.process().isAlive()
                      ? "not done within " + timeoutSeconds() + " s"
                      : wave.isEmpty() ? "ended without a result: " + last : wave.get().outcome());
      if (outOfMemory.isEmpty() && figures.getOrDefault(EnginesPart.OK, 0.0) == 0) {
        return Round.ended(outcome);
      }
      figures.putAll(usage);
      return new Round(figures, outcome);
    }
  }

  private List<String> own(Path java, int port) {
    return Jvm.own("-Xmx" + heapMb + "m")
        .with(java)
        .command(
            WaveEngine.class,
            engine,
            Integer.toString(port),
            Integer.toString(calls),
            Integer.toString(waveSeconds()));
  }

  /** The options of the JVM are those of JMeter's own launcher. */
  private List<String> jmeter(Path jmeter, int port, Path jtl) throws IOException {
    Path plan = jtl.resolveSibling("wave.jmx");
    try (InputStream in = WaveCase.class.getResourceAsStream("wave.jmx")) {
      Files.write(plan, in.readAllBytes());
    }
    Files.deleteIfExists(jtl);
    List<String> command = new ArrayList<>(List.of(Jvm.JAVA.toString(), "-XX:+UseG1GC"));
    command.addAll(List.of("-XX:MaxGCPauseMillis=100", "-XX:G1ReservePercent=20"));
    command.addAll(List.of("-Xmx" + heapMb + "m", "-jar", jmeter.toString(), "-n"));
    command.addAll(List.of("-t", plan.toString(), "-l", jtl.toString(), "-j", log(jtl).toString()));
    command.add("-Jsampleresult.timestamp.start=true");
    command.addAll(List.of("-Jport=" + port, "-Jcalls=" + calls));
    return command;
  }

  private static Path log(Path jtl) {
    return Path.of(jtl + ".log");
  }

  private static Optional<Round> ofOwn(Peer ended) throws IOException {
    // The warm-up wave is the first.
    return ended.linesAfter(Requests.ANSWER).stream()
        .skip(1)
        .map(line -> Requests.read(line, Round.class))
        .findFirst();
  }

  private Optional<Round> ofJmeter(Path jtl) {
    List<JtlRow> rows = new ArrayList<>();
    try {
      new JtlFile(jtl).forEach(rows::add);
    } catch (RecordException e) {
      // JMeter ended before its first sample.
    }
    // Samplers of the warm-up have another name.
    rows.removeIf(row -> !row.label().equals("call"));
    long released = rows.stream().mapToLong(JtlRow::start).min().orElse(0);
    List<CallWave.Sample> samples = new ArrayList<>();
    for (JtlRow row : rows) {
      String failure = row.ok() ? null : row.reason();
      samples.add(new CallWave.Sample(row.end() - released, row.elapsed(), failure));
    }
    return rows.isEmpty() ? Optional.empty() : Optional.of(CallWave.round(calls, samples));
  }

  /** The last CPU and memory figures from {@code /proc}; empty when it ended before the first. */
  private Map<String, Double> usageUntilItsEnd(Peer engine) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds());
    Map<String, Double> usage = new LinkedHashMap<>();
    while (engine.process().isAlive() && System.nanoTime() < deadline) {
      double cpuSeconds = engine.usage().cpuSeconds();
      long bytes = engine.usage().peakResidentBytes().orElse(0);
      if (bytes > 0) {
        usage.put(EnginesPart.CPU, cpuSeconds);
        usage.put(EnginesPart.PEAK, bytes / 1e6);
      }
      Thread.sleep(POLL_MILLIS);
    }
    return usage;
  }

  private static Optional<String> outOfMemory(List<String> output) {
    return output.stream()
        .filter(line -> line.contains(OUT_OF_MEMORY))
        .map(line -> line.substring(line.indexOf(OUT_OF_MEMORY)))
        // In the figures the message is the quoted cause of a failed call.
        .map(line -> line.split("\"| thrown ", 2)[0])
        .findFirst();
  }

  /** Twice the delay; with a pool, whose calls wait for each other, twice the sum of the delays. */
  private int waveSeconds() {
    int turns = engine.equals(WaveEngine.POOL) ? calls / WaveEngine.POOL_SIZE : 1;
    return EXTRA_SECONDS + (late ? 2 * turns * DELAY_MILLIS / 1000 : 0);
  }

  /** Of both the warm-up wave and the measured wave. */
  private int timeoutSeconds() {
    return 2 * waveSeconds() + EXTRA_SECONDS;
  }
}
