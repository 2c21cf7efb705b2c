package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.CalledServers;
import java.util.SplittableRandom;

/**
 * The connections of one module, naming or configuration: at most one per client, and each client's
 * next server. As in nacos-client's {@code ServerListManager}, a client starts at a random server
 * and takes the next one for each connection.
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

  /** The number of clients that use this module, connected or not. */
  int size() {
    return connections.length;
  }

  /** A client's connection, or null while it is not connected. */
  GrpcConnection of(int actor) {
    return connections[actor];
  }

  int nextServer(int actor) {
    return next[actor];
  }

  /** Sets a client's connection, and closes the one that it replaces. */
  void put(GrpcConnection connection) {
    int actor = connection.actor;
    GrpcConnection replaced = connections[actor];
    connections[actor] = connection;
    avoid(actor, connection.server);
    if (replaced != null) {
      replaced.close();
    }
  }

  /** Removes a connection; returns false if it was not its client's current one. */
  boolean remove(GrpcConnection connection) {
    boolean current = connections[connection.actor] == connection;
    if (current) {
      connections[connection.actor] = null;
    }
    return current;
  }

  /** Sets the client's next server to the one after {@code server}. */
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
