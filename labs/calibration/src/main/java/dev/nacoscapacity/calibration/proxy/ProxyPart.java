package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.Host;
import dev.nacoscapacity.calibration.harness.Load;
import dev.nacoscapacity.calibration.harness.Load.Tool;
import dev.nacoscapacity.calibration.harness.Nginx;
import dev.nacoscapacity.calibration.harness.Part;
import dev.nacoscapacity.calibration.harness.PartTable;
import dev.nacoscapacity.calibration.harness.Peer;
import dev.nacoscapacity.calibration.harness.Requests;
import dev.nacoscapacity.calibration.harness.Results;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.cluster.proxy.Buffers;
import dev.nacoscapacity.cluster.proxy.HttpProxy;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.proxy.ProxySettings;
import dev.nacoscapacity.cluster.proxy.TcpProxy;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Measures the cost of a hop through a proxy: nginx behind one kind of proxy, or directly. The
 * proxies have half of the cores for themselves; nginx and the load share the other half, with or
 * without a proxy in between.
 *
 * @param full whether the whole table
 */
public record ProxyPart(boolean full) implements Part {

  private static final int SMALL = 64 << 10;
  private static final int HUGE = 1 << 30;

  /** Number of threads with which the thread models are compared. */
  private static final int THREADS = 2;

  private static final int CLIENTS = 50;

  @Override
  public PartTable table() {
    return PartTable.of(
        "proxy",
        "layer threads buffers aggregation load",
        "rate req/s 0, p50 ms 2, p99 ms 2, cpu % 0, cpuPerRequest µs 1, " + "switches /s 0");
  }

  /**
   * The proxy in front of nginx.
   *
   * @param layer 4 or 7; 0 for none
   * @param aggregate as in {@link HttpProxySettings}
   */
  record Hop(int layer, ProxySettings wire, int aggregate) {

    static final Hop DIRECT = new Hop(0, ProxySettings.DEFAULT, 0);

    /** For the comparison of thread models. */
    static Hop of(int layer, ThreadModel model) {
      return new Hop(layer, ProxySettings.DEFAULT.withModel(model, THREADS), 0);
    }

    Hop with(Buffers buffers) {
      return new Hop(layer, wire.withBuffers(buffers), aggregate);
    }

    Hop aggregating(int bytes) {
      return new Hop(layer, wire, bytes);
    }
  }

  private static String setting(Hop hop) {
    String most = hop.aggregate == 0 ? "none" : hop.aggregate == SMALL ? "64 KiB" : "1 GiB";
    return hop.layer == 0
        ? "direct||||wrk"
        : "layer %d|%s, %d|%s|%s|wrk"
            .formatted(
                hop.layer,
                word(hop.wire.model()),
                hop.wire.threads(),
                word(hop.wire.buffers()),
                hop.layer == 7 ? most : "");
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  @Override
  public List<Case> cases() {
    Set<Hop> hops = new LinkedHashSet<>(List.of(Hop.DIRECT));
    for (int layer : new int[] {4, 7}) {
      hops.add(new Hop(layer, ProxySettings.DEFAULT, 0));
      for (ThreadModel model : ThreadModel.values()) {
        Hop pooled = Hop.of(layer, model);
        if (full || layer == 4 || model == ThreadModel.SAME_LOOP) {
          hops.add(pooled);
        }
        if (full) {
          hops.add(pooled.with(Buffers.UNPOOLED));
          hops.add(pooled.with(Buffers.ADAPTIVE));
        }
        if (full && layer == 7) {
          hops.add(pooled.aggregating(SMALL));
          hops.add(pooled.aggregating(HUGE));
        }
      }
    }
    return hops.stream()
        .map(
            hop ->
                Case.of(setting(hop), peers -> measure(hop, peers))
                    .unless(Host.missing("nginx", "nginx").or(Tool.wrk::missing))
                    .after(peers -> warmUp(hop, peers)))
        .toList();
  }

  private static int nginx(SharedPeers peers) throws IOException, InterruptedException {
    String core = Host.loadCores().split(",")[0];
    return peers.get("nginx", () -> Nginx.start(core, peers.directory()).process()).port("nginx");
  }

  private static Peer proxies(SharedPeers peers) throws IOException, InterruptedException {
    return peers.server("proxies", ProxyPart.class, Integer.toString(nginx(peers)));
  }

  private static Load load(int seconds) {
    return new Load(Tool.wrk, CLIENTS, 0, seconds, 0, null);
  }

  private void warmUp(Hop hop, SharedPeers peers) throws IOException, InterruptedException {
    if (hop.layer > 0) {
      load(full ? 5 : 3).run(proxies(peers).port(hop), peers);
    }
  }

  private Round measure(Hop hop, SharedPeers peers) throws IOException, InterruptedException {
    Peer proxies = hop.layer == 0 ? null : proxies(peers);
    int port = hop.layer == 0 ? nginx(peers) : proxies.port(hop);
    return Round.of(load(full ? 10 : 1).measure(1, port, proxies, peers));
  }

  /**
   * Opens proxies in one JVM on request.
   *
   * @param args the port of the node behind all
   */
  public static void main(String[] args) {
    InetSocketAddress any = new InetSocketAddress("127.0.0.1", 0);
    InetSocketAddress node = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
    Requests.serve(
        Hop.class,
        hop -> {
          HttpProxySettings http =
              HttpProxySettings.DEFAULT.withWire(hop.wire).withAggregate(hop.aggregate);
          return hop.layer == 4
              ? new TcpProxy(any, node, hop.wire).address().getPort()
              : new HttpProxy(any, node, http).address().getPort();
        });
  }

  @Override
  public List<Ceiling> ceilings(Results results) {
    return results.spread(setting(new Hop(4, ProxySettings.DEFAULT, 0)), Load.RATE).stream()
        .map(
            rate ->
                new Ceiling(
                    Ceiling.HTTP, Ceiling.PROXY, Message.of("proxy.ceiling"), rate.median()))
        .toList();
  }
}
