package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.config.ConfigSubscriptions;
import dev.nacoscapacity.cluster.standin.registry.Registry;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Subscriptions;
import dev.nacoscapacity.core.stats.Operation;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Takes the requests of a running node's clients over gRPC, and pushes to them until they
 * acknowledge it, as the stand-in does.
 *
 * <p>Requests have a thread pool of their own, with 16 threads per processor and a queue of 16,384
 * ({@code GlobalExecutor.sdkRpcExecutor} of 2.2.4, {@code RemoteUtils}).
 */
final class GrpcConnector extends Connector {

  static final int THREADS_PER_CORE = 16;
  private static final int QUEUE = 16_384;

  private final ConnectionTakeUp takeUp;
  final CopyExpiry copies;
  final Subscriptions<ModelClient> subscriptions;
  private final ConfigSubscriptions<ModelClient> listeners;

  /** Number of clients whose naming connection has been taken up: the others check their copies. */
  int clients;

  /** Number of open connections, set up or not. */
  int connections;

  private long pushes;

  GrpcConnector(ModelCluster cluster, RunningNode node) {
    super(node, new Threads(cluster.model.settings().grpcThreads(), QUEUE));
    this.takeUp = new ConnectionTakeUp(cluster, this);
    this.copies = new CopyExpiry(cluster, node);
    this.subscriptions = new Subscriptions<>(node.loop(), this::push);
    this.listeners =
        new ConfigSubscriptions<>(node.loop(), node.configs.store, this::notify, node::disconnect);
    node.naming.registry().onChange(service -> subscriptions.changed(service.key()));
    node.configs.store.listen(listeners::changed);
  }

  ModelClient connected(ModelChannel channel) {
    connections++;
    return new ModelClient(node.naming, channel);
  }

  void setUp(ModelClient client, Channel channel) {
    takeUp.setUp(client, channel);
  }

  /** The node has taken up the naming connection, which may be closed by now. */
  void takenUp(ModelClient client) {
    if (!client.over) {
      client.takenUp = true;
      clients++;
      copies.takenUp(client);
    }
  }

  /** The connection is closed, and its instances are removed. */
  void forget(ModelClient client) {
    client.over = true;
    connections--;
    if (client.takenUp) {
      clients--;
      copies.forget(client);
    }
    subscriptions.forget(client);
    listeners.forget(client);
    client.close();
  }

  @Override
  long cost(ModelCall call) {
    return node.work.overGrpc(call, node.naming);
  }

  @Override
  void execute(ModelCall call) {
    call.answer(status(call, call.client));
  }

  /** Whether a request needs a token, where nodes check tokens. */
  static boolean secured(Operation request) {
    return request != Operation.CONNECT && request != Operation.BEAT;
  }

  private int status(ModelCall call, ModelClient client) {
    if (call.request == Operation.CONNECT) {
      return ModelCall.OK;
    }
    if (!client.registered || client.over) {
      return ModelCall.UNREGISTERED;
    }
    if (secured(call.request) && !call.authorized) {
      return ModelCall.REFUSED;
    }
    switch (call.request) {
      case REGISTER -> {
        if (!client.takenUp) {
          return takeUp.statusOfEarlyRegistration();
        }
        client.publisher().publish(call.service, List.of(call.instance));
        copies.published(client);
      }
      case DEREGISTER -> client.publisher().withdraw(call.service);
      case SUBSCRIBE -> {
        subscriptions.subscribe(client, call.service, "");
        call.listed(node.naming.registry().find(call.service));
      }
      case LIST -> call.listed(node.naming.registry().find(call.service));
      case LISTEN -> {
        if (call.configuration != null) {
          call.configuration.changed = listeners.listen(client, call.configuration.md5s);
        }
      }
      default -> node.configs.serve(call);
    }
    return ModelCall.OK;
  }

  private void push(
      ModelClient to, ServiceKey service, String clusters, Duration timeout, Runnable failed) {
    Registry registry = node.naming.registry();
    send(
        to,
        registry.find(service),
        id -> to.channel.pushing(id, service, registry.find(service)),
        timeout,
        failed);
  }

  private void notify(ModelClient to, ConfigKey key, Duration timeout, Runnable failed) {
    send(to, null, id -> to.channel.notifying(id, key), timeout, failed);
  }

  /**
   * Sends a message to a client, unless its connection is closed by then.
   *
   * @param list that the message contains; null for none
   * @param message gives the event of the arrival of the message with this id
   * @param failed runs when the client has not acknowledged it in time
   */
  private void send(
      ModelClient to,
      Service list,
      Function<String, Runnable> message,
      Duration timeout,
      Runnable failed) {
    node.push(
        list,
        node.stage(
            () -> {
              if (!to.over) {
                String id = Long.toString(++pushes);
                node.toClient(message.apply(id));
                to.sent(id, timeout, failed);
              }
            }));
  }
}
