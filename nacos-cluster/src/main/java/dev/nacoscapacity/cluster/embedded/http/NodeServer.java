package dev.nacoscapacity.cluster.embedded.http;

import dev.nacoscapacity.cluster.embedded.auth.Tokens;
import dev.nacoscapacity.cluster.embedded.config.ConfigKey;
import dev.nacoscapacity.cluster.embedded.config.ConfigStore;
import dev.nacoscapacity.cluster.embedded.config.LongPolls;
import dev.nacoscapacity.cluster.embedded.push.PushService;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.NodeLoop;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** One life of a node's sockets, and of what is behind them beside the registry. */
public final class NodeServer {

  private final NodeLoop loop;
  private final ConfigStore configs;
  private final HostList hosts = new HostList();
  private final ServiceTimeLimiter station;
  private final Sockets sockets;
  private final LongPolls polls;
  private final PushService push;
  private final Api api;
  private final Consumer<RecordedRequest> recorder;
  private final Consumer<ConfigKey> configListener;

  /**
   * @param sockets not open yet
   * @param grpcConnections how many clients are connected over gRPC, for the scrape
   * @param recorder sees each request before it is answered; null for none
   */
  public NodeServer(
      NamingNode node,
      Sockets sockets,
      ConfigStore configs,
      Tokens tokens,
      boolean authOn,
      IntSupplier grpcConnections,
      Consumer<RecordedRequest> recorder) {
    this.loop = node.loop();
    this.configs = configs;
    this.sockets = sockets;
    this.recorder = recorder;
    this.station = new ServiceTimeLimiter(loop);
    this.polls = new LongPolls(loop, configs);
    ListApi lists = new ListApi(node, hosts);
    this.push = new PushService(loop, lists::pushed, sockets::send);
    this.api =
        new Api(
            node.members(),
            push,
            new AuthApi(tokens),
            authOn,
            new NamingApi(node),
            new BeatApi(node),
            lists,
            new CatalogApi(node.registry()),
            new ConfigApi(loop, configs, polls),
            new StatusApi(node, polls, push, configs, sockets::connections, grpcConnections));
    this.configListener = key -> loop.execute(() -> polls.changed(key));
    node.registry().onChange(service -> push.changed(service.key()));
  }

  /**
   * Listens from now on.
   *
   * @throws BindException if the port is taken
   */
  public void open(InetSocketAddress http) throws BindException {
    configs.listen(configListener);
    sockets.open(http, this::accept, push::received);
  }

  private void accept(HttpExchange exchange) {
    if (recorder != null) {
      recorder.accept(exchange.request().recorded());
    }
    if (loop.frozen()) {
      // A read that was under way when the node froze: served when it thaws.
      loop.execute(() -> serve(exchange));
    } else {
      serve(exchange);
    }
  }

  private void serve(HttpExchange exchange) {
    station.serve(() -> api.handle(exchange));
  }

  /** Holds from the next request on. */
  public void limit(ServiceTime limits) {
    loop.execute(() -> station.limit(limits));
  }

  /** Stops reading: the kernel still accepts connections and nothing is answered. */
  public void freeze() {
    sockets.reading(false);
  }

  public void thaw() {
    sockets.reading(true);
  }

  /** Closes every socket, and returns when they are closed. */
  public void close() {
    configs.forget(configListener);
    sockets.close(hosts::close);
  }
}
