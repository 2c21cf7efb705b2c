package dev.nacoscapacity.simulator.client;

import java.util.Locale;

/** The kinds of call a fleet makes. */
public enum Operation {
  /**
   * An instance's heartbeat; over gRPC the health check of a connection on which nothing else went.
   */
  BEAT,
  /** A subscriber reads a service's instances. */
  LIST,
  /** A configuration client's long poll; over gRPC its batch listen, which is answered at once. */
  LISTEN,
  /** A read of a node's metrics, as a monitoring system does. */
  SCRAPE,
  /** A gRPC client's set-up: connection, server check, stream, labels. */
  CONNECT,
  REGISTER,
  DEREGISTER,
  /** A gRPC client asks to be told of a service's changes. */
  SUBSCRIBE,
  /** A subscriber is told of an instance: from that one's registration to the push with it. */
  PUSH,
  LOGIN,
  /** The simulator's own read of a (service, node) cell, to know the registry's truth. */
  SWEEP;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The operation's name in records and reports. */
  public String label() {
    return label;
  }
}
