package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.auth.Tokens;
import dev.nacoscapacity.cluster.embedded.config.ConfigKey;
import dev.nacoscapacity.cluster.embedded.config.ConfigStore;
import dev.nacoscapacity.cluster.embedded.http.RecordedRequest;
import dev.nacoscapacity.cluster.embedded.http.ServiceTime;
import dev.nacoscapacity.cluster.embedded.http.ServiceTimeLimiter;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.NodeLoop;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.netty.channel.EventLoop;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Consumer;

/** One life of a node's gRPC side. */
public final class GrpcServer {

  private final NamingNode node;
  private final NodeLoop loop;
  private final ConfigStore configs;
  private final Transport transport;
  private final ServiceTimeLimiter station;
  private final GrpcClients connections;
  private final Subscriptions subscriptions;
  private final Listens listens;
  private final Calls calls;
  private final Consumer<ConfigKey> configListener;
  private long lastConnection;

  /**
   * @param recorder sees each message of a client before it is answered; null for none
   */
  public GrpcServer(
      NamingNode node,
      EventLoop thread,
      ConfigStore configs,
      Tokens tokens,
      boolean authOn,
      Consumer<RecordedRequest> recorder) {
    this.node = node;
    this.loop = node.loop();
    this.configs = configs;
    this.transport = new Transport(thread);
    this.station = new ServiceTimeLimiter(loop);
    Pushes pushes = new Pushes(loop);
    this.connections = new GrpcClients(loop, pushes, this::drop);
    ServiceViews views = new ServiceViews(node);
    this.subscriptions = new Subscriptions(loop, views, pushes);
    this.listens = new Listens(loop, pushes, this::drop);
    Handlers handlers = new Handlers(loop, tokens, authOn);
    new NamingHandlers(node.registry(), views, subscriptions).addTo(handlers);
    new ConfigHandlers(loop, configs, listens).addTo(handlers);
    this.calls = new Calls(loop, station, handlers, connections, pushes, recorder);
    this.configListener = key -> loop.execute(() -> listens.changed(key));
    node.registry().onChange(service -> subscriptions.changed(service.key()));
  }

  /**
   * Listens from now on.
   *
   * @throws BindException if the port is taken
   */
  public void open(InetSocketAddress address) throws BindException {
    configs.listen(configListener);
    transport.open(address, List.of(calls.unary(), calls.stream()), new Lifetimes());
  }

  /** Which connection a call came on. */
  private final class Lifetimes extends ServerTransportFilter {

    @Override
    public Attributes transportReady(Attributes attributes) {
      SocketAddress remote = attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
      InetSocketAddress client = (InetSocketAddress) remote;
      String id =
          loop.millis()
              + "_"
              + client.getAddress().getHostAddress()
              + "_"
              + client.getPort()
              + "_"
              + ++lastConnection;
      GrpcClient connection = new GrpcClient(id, remote, node.newPublisher());
      return attributes.toBuilder().set(Calls.CONNECTION, connection).build();
    }

    @Override
    public void transportTerminated(Attributes attributes) {
      GrpcClient connection = attributes == null ? null : attributes.get(Calls.CONNECTION);
      if (connection != null) {
        loop.execute(() -> forget(connection));
      }
    }
  }

  private void forget(GrpcClient gone) {
    connections.remove(gone);
    subscriptions.forget(gone);
    listens.forget(gone);
    gone.awaited().clear();
    gone.publisher().close();
  }

  private void drop(GrpcClient connection) {
    forget(connection);
    transport.close(connection.remote());
  }

  /** How many connections were set up and are open. Only on the node's thread. */
  public int connections() {
    return connections.count();
  }

  /**
   * Asks clients to connect elsewhere.
   *
   * @param to HTTP address of the node they should go to; null for any other
   */
  public void reset(int atMost, InetSocketAddress to) {
    loop.execute(() -> connections.reset(atMost, to));
  }

  /** Holds from the next call on. */
  public void limit(ServiceTime limits) {
    loop.execute(() -> station.limit(limits));
  }

  /** Stops reading: the kernel still accepts connections and nothing is answered. */
  public void freeze() {
    transport.reading(false);
  }

  public void thaw() {
    transport.reading(true);
  }

  /** Closes every socket, and returns when they are closed. */
  public void close() {
    configs.forget(configListener);
    transport.close();
  }
}
