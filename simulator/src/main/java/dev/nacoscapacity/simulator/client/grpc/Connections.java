package dev.nacoscapacity.simulator.client.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.verify.NamedInstances;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The connections of one event loop's clients: sets them up, server after server, and says which
 * one a call goes by. Who loses one is told, and asks for another.
 */
final class Connections implements GrpcConnection.Owner {

  /** Of {@code ServiceInfo}; hosts have none. */
  private static final byte[] SERVICE_NAME = "\"name\":\"".getBytes(US_ASCII);

  private final GrpcWire wire;
  private final Channels channels;
  private final CallListener listener;
  private final ConnectionByClient naming;
  private final ConnectionByClient config;
  private final Fleet fleet;
  private final Set<GrpcConnection> opening = new LinkedHashSet<>();
  private final NamedInstances pushed = new NamedInstances();
  private boolean closed;

  /**
   * @param listeners how many have a configuration connection: the fleet's first ones
   * @param seed of the choice of servers
   */
  Connections(GrpcWire wire, Fleet fleet, int listeners, long seed, CallListener listener) {
    this.wire = wire;
    this.channels = wire.channels();
    this.listener = listener;
    SplittableRandom random = new SplittableRandom(seed);
    this.naming = new ConnectionByClient(fleet.size(), channels.servers(), random.split());
    this.config = new ConnectionByClient(listeners, channels.servers(), random.split());
    this.fleet = fleet;
  }

  /** The one that a call goes by, or null while its client has none. */
  GrpcConnection of(Call call) {
    return of(call.actor, isOfConfig(call));
  }

  /** A client's, or null while it has none. */
  GrpcConnection of(int actor, boolean ofConfig) {
    return clients(ofConfig).of(actor);
  }

  private static boolean isOfConfig(Call call) {
    return call.config || call.operation == Operation.LISTEN;
  }

  private ConnectionByClient clients(boolean ofConfig) {
    return ofConfig ? config : naming;
  }

  /** Sets one up; the call ends with that. */
  void open(Call call) {
    call.firstServer = clients(call.config).nextServer(call.actor);
    open(call, call.firstServer);
  }

  private void open(Call call, int server) {
    call.server = server;
    GrpcConnection connection = new GrpcConnection(wire, this, call, server);
    opening.add(connection);
    connection.open();
  }

  @Override
  public void ready(GrpcConnection connection) {
    opening.remove(connection);
    clients(connection.config()).put(connection);
    Call call = connection.setUp();
    call.answered = System.nanoTime();
    listener.completed(call);
  }

  @Override
  public void failed(GrpcConnection connection, String reason) {
    opening.remove(connection);
    Call call = connection.setUp();
    call.answered = System.nanoTime();
    call.attempt++;
    if (!closed && call.attempt < channels.servers()) {
      call.failovers++;
      call.beginAgain(reason);
      open(call, (call.firstServer + call.attempt) % channels.servers());
    } else {
      call.failure = closed ? Driver.UNANSWERED : reason;
      listener.completed(call);
    }
  }

  @Override
  public void lost(GrpcConnection connection) {
    if (clients(connection.config()).remove(connection)) {
      listener.disconnected(connection.actor(), connection.config());
    }
  }

  @Override
  public void reset(GrpcConnection connection, int server) {
    if (server >= 0) {
      clients(connection.config()).prefer(connection.actor(), server);
    }
    listener.disconnected(connection.actor(), connection.config());
  }

  @Override
  public void pushed(GrpcConnection connection, Received push) {
    String name = push.text(SERVICE_NAME);
    // A push about somebody else's service is no business of this fleet's.
    int service = name == null ? -1 : fleet.serviceNamed(name);
    if (service >= 0) {
      listener.pushed(
          connection.actor(), service, pushed.over(push.bytes(), push.from(), push.to()));
    }
  }

  /** Closes what an instance has. */
  void close(int instance) {
    naming.close(instance);
    if (instance < config.size()) {
      config.close(instance);
    }
  }

  /** Ends all calls on them, and closes them. */
  void closeAll() {
    closed = true;
    wire.endAll(Driver.UNANSWERED);
    for (GrpcConnection connection : List.copyOf(opening)) {
      connection.close();
      failed(connection, Driver.UNANSWERED);
    }
    naming.closeAll();
    config.closeAll();
  }
}
