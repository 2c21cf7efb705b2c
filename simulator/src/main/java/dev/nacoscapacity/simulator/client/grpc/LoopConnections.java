package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The connections of one event loop's clients. Sets a connection up, with failover to the next
 * servers, and finds the one for a call. Reports a lost connection; does not reconnect by itself.
 */
final class LoopConnections {

  private final GrpcLoop loop;
  private final GrpcLinks links;
  private final Fleet fleet;
  private final CallListener listener;
  private final ConnectionByClient naming;
  private final ConnectionByClient config;
  private final Set<GrpcConnection> opening = new LinkedHashSet<>();
  private boolean closed;

  /**
   * @param fleet has one naming connection per instance
   * @param listeners instances below this number have a configuration connection
   * @param seed for the choice of servers
   */
  LoopConnections(GrpcLoop loop, Fleet fleet, int listeners, long seed, CallListener listener) {
    this.loop = loop;
    this.links = loop.links();
    this.fleet = fleet;
    this.listener = listener;
    SplittableRandom random = new SplittableRandom(seed);
    this.naming = new ConnectionByClient(fleet.size(), links.called(), random.split());
    this.config = new ConnectionByClient(listeners, links.called(), random.split());
  }

  /** The connection for a call, or null while its client is not connected. */
  GrpcConnection of(Call call) {
    return of(call.actor, call.channel());
  }

  /** A client's connection, or null while it is not connected. */
  GrpcConnection of(int actor, Channel channel) {
    return clients(channel).of(actor);
  }

  private ConnectionByClient clients(Channel channel) {
    return channel == Channel.CONFIG ? config : naming;
  }

  /** Sets up a connection for a {@code CONNECT} call, and completes the call. */
  void open(Call call) {
    call.firstServer = clients(call.channel()).nextServer(call.actor);
    open(call, call.firstServer);
  }

  private void open(Call call, int server) {
    call.server = server;
    GrpcConnection connection =
        new GrpcConnection(loop, this, call, server, fleet.readingDelay(call.actor));
    opening.add(connection);
    connection.open();
  }

  /** The connection is set up. */
  void ready(GrpcConnection connection) {
    opening.remove(connection);
    clients(connection.channel).put(connection);
    Call call = connection.setUp;
    call.answered = loop.now();
    listener.completed(call);
  }

  /** The set-up failed. */
  void failed(GrpcConnection connection, String reason) {
    opening.remove(connection);
    Call call = connection.setUp;
    call.answered = loop.now();
    call.attempt++;
    if (!closed && call.attempt < links.called().count()) {
      call.failovers++;
      call.beginAgain(reason);
      open(call, links.called().after(call.firstServer, call.attempt));
    } else {
      call.failure = closed ? Driver.UNANSWERED : reason;
      listener.completed(call);
    }
  }

  /** The connection was lost after its set-up. */
  void lost(GrpcConnection connection) {
    if (clients(connection.channel).remove(connection)) {
      listener.disconnected(connection.actor, connection.channel);
    }
  }

  /**
   * The server asks the client to connect to another server.
   *
   * @param server the recommended one, or -1 for none
   */
  void reset(GrpcConnection connection, int server) {
    if (of(connection.actor, connection.channel) == null) {
      // A client without a connection is setting this one up, and stays: RpcClient.isRunning.
      return;
    }
    if (server >= 0) {
      clients(connection.channel).prefer(connection.actor, server);
    }
    listener.disconnected(connection.actor, connection.channel);
  }

  /** The server pushed the hosts of a service of the fleet. */
  void pushed(GrpcConnection connection, int service, Listing listing) {
    listener.pushed(connection.actor, service, listing);
  }

  /** A copy of a listing, for a client that reads it later. */
  Listing keep(Listing listing) {
    Map<Integer, Boolean> hosts = new LinkedHashMap<>();
    boolean whole = listing.read(fleet, hosts::put);
    return (ofFleet, to) -> {
      hosts.forEach(to::host);
      return whole;
    };
  }

  /** The server notified the client that a configuration changed. */
  void configChanged(GrpcConnection connection, String dataId) {
    listener.configChanged(connection.actor, dataId);
  }

  /** Closes an instance's connections. */
  void close(int instance) {
    naming.close(instance);
    if (instance < config.size()) {
      config.close(instance);
    }
  }

  /** Fails all calls and closes all connections. */
  void closeAll() {
    closed = true;
    loop.endAll(Driver.UNANSWERED);
    for (GrpcConnection connection : List.copyOf(opening)) {
      connection.close();
      failed(connection, Driver.UNANSWERED);
    }
    naming.closeAll();
    config.closeAll();
  }
}
