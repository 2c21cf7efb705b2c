package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.cluster.network.LocalAddresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The engines of a distributed run. JMeter itself waits forever for a dead engine, so the launcher
 * polls the engines.
 */
final class Engines {

  static final int DEFAULT_PORT = 1099;

  private static final int CONNECT_MILLIS = 2000;

  /** A single attempt may fail on a busy machine. */
  private static final int ATTEMPTS = 3;

  private final List<String> names;
  private final Map<String, Integer> failures = new HashMap<>();

  /**
   * @param names {@code HOST} or {@code HOST:PORT}, of the engine's RMI registry
   */
  Engines(List<String> names) {
    this.names = List.copyOf(names);
  }

  int size() {
    return names.size();
  }

  /**
   * The list of engines in the format that JMeter passes to each engine; the position of an engine
   * is its shard.
   */
  String list() {
    return String.join(",", names);
  }

  /** The first engine that does not answer. */
  Optional<String> unreachable() {
    return names.stream().filter(name -> !answers(name)).findFirst();
  }

  /** Polls again, and returns the first engine that has not answered several times in a row. */
  Optional<String> dead() {
    for (String name : names) {
      int failed = answers(name) ? 0 : failures.getOrDefault(name, 0) + 1;
      failures.put(name, failed);
      if (failed >= ATTEMPTS) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  /**
   * The first engine on another machine, where addresses of this machine name others; empty when
   * all that answer are here.
   */
  Optional<String> elsewhere() {
    return names.stream()
        .filter(name -> !LocalAddresses.hosts(address(name).getAddress()))
        .findFirst();
  }

  private static boolean answers(String name) {
    try (Socket socket = new Socket()) {
      socket.connect(address(name), CONNECT_MILLIS);
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  private static InetSocketAddress address(String name) {
    int colon = name.lastIndexOf(':');
    String host = colon < 0 ? name : name.substring(0, colon);
    int port = colon < 0 ? DEFAULT_PORT : Integer.parseInt(name.substring(colon + 1));
    return new InetSocketAddress(host, port);
  }
}
