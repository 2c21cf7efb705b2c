package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.Jvm;
import dev.nacoscapacity.calibration.harness.Part;
import dev.nacoscapacity.calibration.harness.PartTable;
import dev.nacoscapacity.calibration.harness.Peer;
import dev.nacoscapacity.calibration.harness.Reading;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.calibration.payload.EchoServer.Setting;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the cost of the size of an answer.
 *
 * @param full whether the whole table
 */
public record PayloadPart(boolean full) implements Part {

  /** The message size at which the study saw a dip, in KB. */
  private static final int DIP = 5;

  private static final int LARGEST = 100;
  private static final List<Integer> ALL_SIZES = List.of(1, 2, DIP, 10, 50, LARGEST);
  private static final List<Integer> QUICK_SIZES = List.of(1, 2, DIP, LARGEST);

  /** About as many connections as in the study, computed from its throughput and mean time. */
  private static final int CONNECTIONS = 32;

  @Override
  public PartTable table() {
    return PartTable.of(
        "payload",
        "stack size executor buffer writes",
        "rate /s 0, megabytes MB/s 1, mean ms 2, p90 ms 2, max ms 1, stalled % 2, cpu % 0, "
            + "cpuEach µs 1, switches /s 0, clientCpu % 0");
  }

  @Override
  public List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (String stack : List.of(EchoServer.NETTY, EchoServer.MINA)) {
      boolean mina = stack.equals(EchoServer.MINA);
      for (int kib : full ? ALL_SIZES : QUICK_SIZES) {
        for (boolean pool : new boolean[] {true, false}) {
          // The quick table: the dip, both ends of the study's table, and the cost of a pool.
          if (full || (mina ? pool : kib == 1 || pool && kib == LARGEST)) {
            cases.add(echo(new Setting(stack, pool, true, EchoServer.NO_DELAY), kib));
          }
          if (full) {
            cases.add(echo(new Setting(stack, pool, false, EchoServer.NO_DELAY), kib));
          }
        }
      }
      if (full) {
        cases.add(echo(new Setting(stack, true, true, EchoServer.NAGLE), DIP));
      }
      if (full || mina) {
        cases.add(echo(new Setting(stack, true, true, EchoServer.NAGLE_TWICE), DIP));
      }
    }
    return cases;
  }

  /** Messages of one size to one server. */
  private Case echo(Setting setting, int kib) {
    String words =
        "%s|%d KB|%s|%s|%s"
            .formatted(
                setting.stack(),
                kib,
                setting.pool() ? "pool" : "event loop",
                setting.adaptive() ? "adaptive" : "fixed 2 KB",
                setting.writes());
    return Case.of(words, peers -> measure(setting, kib, peers))
        .after(
            peers -> {
              if (!servers(peers).has(setting)) {
                warmClient(setting, kib, full ? 5_000 : 1_000, peers).close();
              }
            });
  }

  /** Cases share a JVM of servers, and a server regardless of the message size. */
  private static Peer servers(SharedPeers peers) throws IOException, InterruptedException {
    return peers.server("servers", EchoServer.class);
  }

  private static Peer warmClient(Setting setting, int kib, int millis, SharedPeers peers)
      throws IOException, InterruptedException {
    int port = servers(peers).port(setting);
    Peer client = peers.load("client", Jvm.own("-Xmx256m").command(EchoClient.class));
    client.ask(new EchoClient.Echoes(port, CONNECTIONS, kib * 1024, millis), Round.class);
    return client;
  }

  private Round measure(Setting setting, int kib, SharedPeers peers)
      throws IOException, InterruptedException {
    try (Peer client = warmClient(setting, kib, full ? 1_500 : 300, peers)) {
      Peer servers = servers(peers);
      Reading serverBefore = servers.read();
      Reading clientBefore = client.read();
      // The port matters no more.
      EchoClient.Echoes task =
          new EchoClient.Echoes(0, CONNECTIONS, kib * 1024, full ? 3_000 : 600);
      Map<String, Double> figures = new LinkedHashMap<>(client.ask(task, Round.class).figures());
      Reading used = servers.read().since(serverBefore);
      double echoes = figures.get("rate");
      figures.put("megabytes", echoes * kib * 1024 / 1e6);
      figures.put("cpu", 100 * used.cores());
      figures.put("cpuEach", 1e6 * used.cores() / echoes);
      figures.put("switches", used.switches() / used.seconds());
      figures.put("clientCpu", 100 * client.read().since(clientBefore).cores());
      return Round.of(figures);
    }
  }
}
