package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
import dev.nacoscapacity.simulator.observe.proc.ProcessUsage;
import dev.nacoscapacity.simulator.observe.proc.ProcessUsage.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Messages of one size, echoed in one way. */
final class EchoCase implements Case {

  /** About what the study had, as its throughput times its mean tells. */
  private static final int CONNECTIONS = 32;

  private static final int KIBI = 1024;
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double MICROS = 1e6;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final EchoSetting echo;
  private final int kib;
  private final PayloadTiming timing;
  private final EchoServers servers;

  /**
   * @param kib a message's size in KiB
   */
  EchoCase(EchoSetting echo, int kib, PayloadTiming timing, EchoServers servers) {
    this.echo = echo;
    this.kib = kib;
    this.timing = timing;
    this.servers = servers;
  }

  @Override
  public Map<String, String> setting() {
    return setting(echo, kib);
  }

  static Map<String, String> setting(EchoSetting echo, int kib) {
    Map<String, String> setting = new LinkedHashMap<>();
    setting.put(PayloadPart.STACK, echo.stack().name().toLowerCase(Locale.ROOT));
    setting.put(PayloadPart.SIZE, kib + " KB");
    setting.put(PayloadPart.EXECUTOR, echo.executor() ? "pool" : "event loop");
    setting.put(PayloadPart.BUFFER, echo.adaptive() ? "adaptive" : "fixed 2 KB");
    setting.put(PayloadPart.WRITES, echo.writes().label());
    return setting;
  }

  @Override
  public void warmUp(Path directory) throws IOException, InterruptedException {
    if (servers.runs(echo)) {
      return;
    }
    int port = servers.port(echo, directory);
    try (PinnedProcess client = client(port, timing.serverWarmUpMillis(), 1, directory)) {
      client.say(EchoClientMain.GO);
      ResultLine.await(client, EchoFigures.class, PATIENCE);
    }
  }

  private PinnedProcess client(int port, int warmUpMillis, int measuredMillis, Path directory)
      throws IOException {
    return PinnedProcess.start(
        "client",
        servers.loadCores(),
        directory,
        Jvm.own("-XX:+UseSerialGC", "-Xmx256m")
            .command(
                EchoClientMain.class,
                Integer.toString(port),
                Integer.toString(CONNECTIONS),
                Integer.toString(kib * KIBI),
                Integer.toString(warmUpMillis),
                Integer.toString(measuredMillis)));
  }

  @Override
  public Round measure(Path directory) throws IOException, InterruptedException {
    int port = servers.port(echo, directory);
    ProcessUsage server = servers.process(directory).usage();
    try (PinnedProcess client =
        client(port, timing.warmUpMillis(), timing.measuredMillis(), directory)) {
      client.awaitLine(EchoClientMain.WARM, PATIENCE);
      long start = System.nanoTime();
      Usage serverBefore = server.all();
      double clientBefore = client.cpuSeconds();
      client.say(EchoClientMain.GO);
      EchoFigures figures = ResultLine.await(client, EchoFigures.class, PATIENCE);
      double seconds = (System.nanoTime() - start) / 1e9;
      Usage used = server.all().since(serverBefore);
      double clientCpu = client.cpuSeconds() - clientBefore;
      return Round.of(figures(figures, used, clientCpu, seconds));
    }
  }

  private Map<String, Double> figures(
      EchoFigures figures, Usage server, double clientCpu, double seconds) {
    Map<String, Double> byMetric = new LinkedHashMap<>();
    byMetric.put(PayloadPart.RATE, figures.echoes());
    byMetric.put(PayloadPart.MEGABYTES, figures.echoes() * kib * KIBI / BYTES_PER_MEGABYTE);
    byMetric.put(PayloadPart.MEAN, figures.mean());
    byMetric.put(PayloadPart.P90, figures.p90());
    byMetric.put(PayloadPart.MAX, figures.max());
    byMetric.put(PayloadPart.STALLED, figures.stalled());
    byMetric.put(PayloadPart.CPU, 100 * server.cpuSeconds() / seconds);
    byMetric.put(PayloadPart.CPU_EACH, MICROS * server.cpuSeconds() / seconds / figures.echoes());
    byMetric.put(PayloadPart.SWITCHES, server.switches() / seconds);
    byMetric.put(PayloadPart.CLIENT_CPU, 100 * clientCpu / seconds);
    return byMetric;
  }
}
