package dev.nacoscapacity.reports.stats;

import java.util.Locale;
import java.util.stream.Stream;

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
  /**
   * A gRPC client's set-up: connection, server check, stream, labels. Over HTTP only the
   * connections opened are counted, as {@link OperationCount#STARTED}: no call requires one.
   */
  CONNECT,
  REGISTER,
  DEREGISTER,
  /** A gRPC client asks for the changes of a service. */
  SUBSCRIBE,
  /**
   * A server pushes an instance to a subscriber: from the instance's registration to the push with
   * it. The server's doing, so it is no request.
   */
  PUSH,
  LOGIN,
  /** The simulator's own read of a service on a node, to know what the registry lists. */
  SWEEP;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The operation's name in records and reports. */
  public String label() {
    return label;
  }

  /** The same over a protocol, in a fleet that speaks two, for example {@code beat.http}. */
  public String label(Transport transport) {
    return transport == Transport.ANY ? label : label + "." + transport.label();
  }

  /** Whether a name in records and reports is this operation's, over whichever protocol. */
  public boolean names(String name) {
    return Stream.of(Transport.values()).map(this::label).anyMatch(name::equals);
  }
}
