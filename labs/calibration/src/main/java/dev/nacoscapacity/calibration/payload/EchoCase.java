package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Reading;
import dev.nacoscapacity.calibration.process.SharedServer;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Echoes messages of one size with one setting.
 *
 * @param kib size of a message in KiB
 */
record EchoCase(EchoSetting echo, int kib, Timing timing) implements Case {

  /** About as many connections as in the study, computed from its throughput and mean time. */
  private static final int CONNECTIONS = 32;

  private static final int KIBI = 1024;
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double MICROS = 1e6;
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  /**
   * Durations of a case, in ms.
   *
   * @param serverWarmUp of each server before the first round
   * @param warmUp of the client, which does not count
   * @param measured after the warm-up
   */
  record Timing(int serverWarmUp, int warmUp, int measured) {

    static final Timing QUICK = new Timing(1_000, 300, 600);
    static final Timing FULL = new Timing(5_000, 1_500, 3_000);
  }

  @Override
  public Map<String, String> setting() {
    return setting(echo, kib);
  }

  static Map<String, String> setting(EchoSetting echo, int kib) {
    return PayloadPart.TABLE.setting(
        echo.stack().name().toLowerCase(Locale.ROOT),
        kib + " KB",
        echo.executor() ? "pool" : "event loop",
        echo.adaptive() ? "adaptive" : "fixed 2 KB",
        echo.writes().label());
  }

  /** Cases share a server regardless of the message size. */
  private static SharedServer server(SharedServers servers)
      throws IOException, InterruptedException {
    return servers.jvm("servers", EchoServer.class);
  }

  @Override
  public void warmUp(SharedServers servers) throws IOException, InterruptedException {
    if (!server(servers).has(echo)) {
      warmClient(servers, timing.serverWarmUp()).close();
    }
  }

  /** Starts a client, and returns after its warm-up. */
  private PinnedProcess warmClient(SharedServers servers, int warmUpMillis)
      throws IOException, InterruptedException {
    int port = server(servers).port(echo);
    PinnedProcess client =
        PinnedProcess.start(
            "client",
            servers.cores().load(),
            servers.directory(),
            Jvm.own("-Xmx256m").command(EchoClient.class));
    try {
      client.ask(
          new EchoClient.WarmUp(port, CONNECTIONS, kib * KIBI, warmUpMillis), Void.class, TIMEOUT);
      return client;
    } catch (IOException | InterruptedException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  @Override
  public Round measure(SharedServers servers) throws IOException, InterruptedException {
    try (PinnedProcess client = warmClient(servers, timing.warmUp())) {
      PinnedProcess server = server(servers).process();
      Reading serverBefore = server.read();
      Reading clientBefore = client.read();
      Round seen = client.ask(timing.measured(), Round.class, TIMEOUT);
      Reading used = server.read().since(serverBefore);
      Reading clientUsed = client.read().since(clientBefore);
      double echoes = seen.figures().get(PayloadPart.RATE);
      Map<String, Double> figures = new LinkedHashMap<>(seen.figures());
      figures.put(PayloadPart.MEGABYTES, echoes * kib * KIBI / BYTES_PER_MEGABYTE);
      figures.put(PayloadPart.CPU, used.cpuPercent());
      figures.put(PayloadPart.CPU_EACH, MICROS * used.cores() / echoes);
      figures.put(PayloadPart.SWITCHES, used.switchesPerSecond());
      figures.put(PayloadPart.CLIENT_CPU, clientUsed.cpuPercent());
      return Round.of(figures);
    }
  }
}
