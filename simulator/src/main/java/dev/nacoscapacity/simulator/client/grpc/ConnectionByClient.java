package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.CalledServers;
import java.util.SplittableRandom;

/**
 * The connections of one module, naming or configuration: at most one a client, and which server is
 * the client's next. As in nacos-client's {@code ServerListManager}, a client begins at a random
 * server and goes one further each time.
 */
final class ConnectionByClient {

  private final GrpcConnection[] connections;
  private final short[] next;
  private final CalledServers servers;

  ConnectionByClient(int actors, CalledServers servers, SplittableRandom random) {
    this.connections = new GrpcConnection[actors];
    this.next = new short[actors];
    this.servers = servers;
    for (int actor = 0; actor < actors; actor++) {
      next[actor] = (short) servers.random(random);
    }
  }

  /** How many clients have a connection of this module, or will. */
  int size() {
    return connections.length;
  }

  /** A client's connection, or null while it has none. */
  GrpcConnection of(int actor) {
    return connections[actor];
  }

  int nextServer(int actor) {
    return next[actor];
  }

  /** Gives a client a connection in place of the one that it has. */
  void put(GrpcConnection connection) {
    int actor = connection.actor();
    GrpcConnection before = connections[actor];
    connections[actor] = connection;
    avoid(actor, connection.server());
    if (before != null) {
      before.close();
    }
  }

  /** A connection is gone; false when it was its client's no more. */
  boolean remove(GrpcConnection connection) {
    boolean current = connections[connection.actor()] == connection;
    if (current) {
      connections[connection.actor()] = null;
    }
    return current;
  }

  /** The client's next server is the one after this. */
  void avoid(int actor, int server) {
    next[actor] = (short) servers.after(server, 1);
  }

  void prefer(int actor, int server) {
    next[actor] = (short) server;
  }

  void close(int actor) {
    GrpcConnection connection = connections[actor];
    if (connection != null) {
      connections[actor] = null;
      connection.close();
    }
  }

  void closeAll() {
    for (int actor = 0; actor < connections.length; actor++) {
      close(actor);
    }
  }
}
