package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.Registry;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Subscriptions;
import dev.nacoscapacity.core.stats.Operation;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * The gRPC clients of one running node: their connections, their instances, and the pushes to them.
 *
 * <p>Requests have a thread pool of their own, with 16 threads per processor and a queue of 16,384
 * ({@code GlobalExecutor.sdkRpcExecutor} of 2.2.4, {@code RemoteUtils}); a request that finds the
 * queue full is never answered.
 */
final class ConnectedClients {

  static final int THREADS_PER_CORE = 16;
  private static final int QUEUE = 16_384;

  private final RunningNode node;
  private final NamingNode naming;
  private final ModelSpec.Behaviour behaviour;
  final Threads threads;
  private final ConnectionTakeUp takeUp;
  private final CopyExpiry copies;
  private final Subscriptions<ConnectedClient> subscriptions;

  /** Clients that have registered nothing, in the order of their arrival. */
  private final Set<ConnectedClient> empty = new LinkedHashSet<>();

  /** Number of clients whose naming connection has been taken up: the others check their copies. */
  int clients;

  /** Number of open connections, set up or not. */
  int connections;

  /** Number of subscriptions. */
  int subscribers;

  private long pushes;

  ConnectedClients(ModelCluster cluster, RunningNode node, NamingNode naming, ModelSpec model) {
    this.node = node;
    this.naming = naming;
    this.behaviour = model.behaviour();
    this.threads = new Threads(model.settings().grpcThreads(), QUEUE);
    this.takeUp = new ConnectionTakeUp(cluster, node, threads);
    this.copies = new CopyExpiry(cluster, node);
    this.subscriptions = new Subscriptions<>(naming.loop(), this::push);
    naming.registry().onChange(service -> subscriptions.changed(service.key()));
  }

  ConnectedClient connected(ModelChannel channel) {
    connections++;
    return new ConnectedClient(channel, naming.newPublisher());
  }

  void setUp(ConnectedClient client, Channel channel) {
    takeUp.setUp(client, channel);
  }

  /** The node has taken up the connection, which may be closed by now. */
  void takenUp(ConnectedClient client) {
    if (!client.over) {
      client.takenUp = true;
      clients++;
      empty.add(client);
    }
  }

  /** The connection is closed, and its instances are removed. */
  void forget(ConnectedClient client) {
    client.over = true;
    connections--;
    if (client.takenUp) {
      clients--;
      empty.remove(client);
    }
    subscribers -= client.subscriptions;
    subscriptions.forget(client);
    client.publisher.close();
  }

  /** The clients that have registered nothing. */
  List<ConnectedClient> empty() {
    return behaviour.revisionZeroCopies() ? List.copyOf(empty) : List.of();
  }

  /**
   * Another node has received the list of all clients; these clients had registered nothing then.
   */
  void copied(int other, List<ConnectedClient> emptyThen) {
    copies.clientsReceived(other, emptyThen);
  }

  /** Executes a request on a connection. */
  ModelRequest.Outcome serve(ConnectedClient client, ModelRequest request) {
    if (request.request == Operation.CONNECT) {
      return ModelRequest.Outcome.OK;
    }
    if (!client.registered || client.over) {
      return ModelRequest.Outcome.UNREGISTERED;
    }
    if (request.secured() && !request.authorized) {
      return ModelRequest.Outcome.REFUSED;
    }
    return switch (request.request) {
      case REGISTER -> register(client, request.service, request.instance);
      case DEREGISTER -> {
        client.publisher.withdraw(request.service);
        yield ModelRequest.Outcome.OK;
      }
      case SUBSCRIBE -> {
        client.subscriptions++;
        subscribers++;
        subscriptions.subscribe(client, request.service, "");
        yield ModelRequest.Outcome.OK;
      }
      case LISTEN -> {
        if (request.configuration != null) {
          node.configs.listen(client, request.configuration);
        }
        yield ModelRequest.Outcome.OK;
      }
      case READ -> {
        node.configs.read(request.configuration);
        yield ModelRequest.Outcome.OK;
      }
      case PUBLISH, REMOVE -> {
        node.configs.write(request.configuration);
        yield ModelRequest.Outcome.OK;
      }
      default -> ModelRequest.Outcome.OK;
    };
  }

  private ModelRequest.Outcome register(
      ConnectedClient client, ServiceKey service, InstanceSpec instance) {
    if (!client.takenUp) {
      return behaviour.lostRegistration()
          ? ModelRequest.Outcome.OK
          : ModelRequest.Outcome.UNREGISTERED;
    }
    client.publisher.publish(service, List.of(instance));
    if (client.service == null) {
      client.service = service;
      client.instance = instance.key();
      empty.remove(client);
    }
    return ModelRequest.Outcome.OK;
  }

  private void push(
      ConnectedClient to, ServiceKey service, String clusters, Duration timeout, Runnable failed) {
    Registry registry = naming.registry();
    push(
        to,
        registry.find(service),
        number -> to.channel.pushing(number, service, registry.find(service)),
        timeout,
        failed);
  }

  /**
   * Sends a message to a client, unless its connection is closed by then.
   *
   * @param list that the message contains; null for none
   * @param message gives the event of the arrival of the message with this number
   * @param failed runs when the client has not acknowledged it in time
   */
  void push(
      ConnectedClient to,
      Service list,
      LongFunction<Runnable> message,
      Duration timeout,
      Runnable failed) {
    node.push(
        list,
        node.stage(
            () -> {
              if (!to.over) {
                long number = ++pushes;
                to.sent(number);
                node.toClient(message.apply(number));
                naming
                    .loop()
                    .after(
                        timeout,
                        () -> {
                          if (to.acknowledged(number)) {
                            failed.run();
                          }
                        });
              }
            }));
  }
}
