package dev.nacoscapacity.reports.stats;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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

  /** What a client calls when it comes or goes, mostly outside the measurement window. */
  public static final Set<Operation> LIFECYCLE =
      Collections.unmodifiableSet(EnumSet.of(CONNECT, LOGIN, REGISTER, SUBSCRIBE, DEREGISTER));

  /** Behind the label of calls that are counted over the whole run. */
  private static final String WHOLE_RUN = ".run";

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

  /** Whether a label names calls of {@link #LIFECYCLE}, over whichever protocol. */
  public static boolean isOfLifecycle(String label) {
    String operation = withoutTransport(label);
    return LIFECYCLE.stream().anyMatch(each -> each.label.equals(operation));
  }

  /** What a label is of, over whichever protocol: {@code beat} for {@code beat.http}. */
  public static String withoutTransport(String label) {
    return label.split("\\.", 2)[0];
  }

  /** The label of an operation's calls of the whole run, in the window or not. */
  public static String wholeRun(String label) {
    return label + WHOLE_RUN;
  }

  /** The operation whose {@link #wholeRun} label it is; empty for any other label. */
  public static Optional<String> ofWholeRun(String label) {
    return label.endsWith(WHOLE_RUN)
        ? Optional.of(label.substring(0, label.length() - WHOLE_RUN.length()))
        : Optional.empty();
  }
}
