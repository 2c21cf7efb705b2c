package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.embedded.registry.Subscriptions;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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
  private final Threads threads;
  private final ConnectionTakeUp takeUp;
  private final CopyExpiry copies;
  private final Subscriptions<ConnectedClient> subscriptions;

  /** Clients that have registered nothing, in the order of their arrival. */
  private final Set<ConnectedClient> empty = new LinkedHashSet<>();

  /** Number of clients whose naming connection has been taken up. */
  private int clients;

  private int connections;
  private int subscribers;
  private long pushes;

  ConnectedClients(ModelCluster cluster, RunningNode node, NamingNode naming, ModelSpec model) {
    this.node = node;
    this.naming = naming;
    this.behaviour = model.behaviour();
    this.threads = new Threads(model.grpcThreads(), QUEUE);
    this.takeUp = new ConnectionTakeUp(cluster, node, threads);
    this.copies = new CopyExpiry(cluster, node);
    this.subscriptions = new Subscriptions<>(naming.loop(), this::push);
    naming.registry().onChange(service -> subscriptions.changed(service.key()));
  }

  Threads threads() {
    return threads;
  }

  /** The number of open connections, set up or not. */
  int connections() {
    return connections;
  }

  /** The number of subscriptions. */
  int subscribers() {
    return subscribers;
  }

  /** The number of clients whose copies the other nodes check. */
  int count() {
    return clients;
  }

  ConnectedClient connected(ModelChannel channel) {
    connections++;
    return new ConnectedClient(channel, naming.newPublisher());
  }

  void setUp(ConnectedClient client, boolean config) {
    takeUp.setUp(client, config);
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
    if (request.kind == ModelRequest.Kind.SERVER_CHECK) {
      return ModelRequest.Outcome.OK;
    }
    if (!client.known || client.over) {
      return ModelRequest.Outcome.UNREGISTERED;
    }
    if (request.kind.secured && !request.authorized) {
      return ModelRequest.Outcome.REFUSED;
    }
    return switch (request.kind) {
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
          node.configs().listen(client, request.configuration);
        }
        yield ModelRequest.Outcome.OK;
      }
      case READ -> {
        node.configs().read(request.configuration);
        yield ModelRequest.Outcome.OK;
      }
      case PUBLISH, REMOVE -> {
        node.configs().write(request.configuration);
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

  /** The number of the next list or notice that the node sends. */
  long nextPush() {
    return ++pushes;
  }

  private void push(
      ConnectedClient to, ServiceKey service, String clusters, Duration timeout, Runnable failed) {
    node.push(naming.registry().find(service), new Push(to, service, timeout, failed));
  }

  /** A push of one list to one client. */
  private final class Push implements Runnable {

    private final ConnectedClient to;
    private final ServiceKey service;
    private final Duration timeout;
    private final Runnable failed;

    Push(ConnectedClient to, ServiceKey service, Duration timeout, Runnable failed) {
      this.to = to;
      this.service = service;
      this.timeout = timeout;
      this.failed = failed;
    }

    @Override
    public void run() {
      if (node.holds(this) || to.over) {
        return;
      }
      long number = nextPush();
      to.sent(number);
      node.toClient(to.channel.pushing(number, service, naming.registry().find(service)));
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
  }
}
