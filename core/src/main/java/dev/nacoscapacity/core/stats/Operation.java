package dev.nacoscapacity.core.stats;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The kinds of call a fleet makes. */
public enum Operation {
  /** An instance's heartbeat; over gRPC the health check of an idle connection. */
  BEAT,
  /** A subscriber reads a service's instances. */
  LIST,
  /**
   * A configuration client's long poll; over gRPC its batch listen, which is answered immediately.
   */
  LISTEN,
  /** A read of a node's metrics, as a monitoring system does. */
  SCRAPE,
  /** A configuration gets other content, in turn with all that the fleet listens for. */
  PUBLISH,
  /** A configuration client reads a configuration: when it starts, and after each change. */
  READ,
  /**
   * A gRPC client's set-up: connection, server check, stream, labels. Over HTTP no calls are
   * required; only opened connections are counted, as {@link OperationCount#STARTED}.
   */
  CONNECT,
  REGISTER,
  DEREGISTER,
  /** A configuration that the run has published is deleted. */
  REMOVE,
  /** A gRPC client asks for the changes of a service. */
  SUBSCRIBE,
  /**
   * A server pushes an instance to a subscriber: from the registration of the instance to the push
   * that contains it. The server makes pushes, so they do not count as requests.
   */
  PUSH,
  LOGIN,
  /** The simulator's own read of a service on a node, to check what the registry lists. */
  SWEEP;

  /** Calls when a client comes or goes, mostly outside the measurement window. */
  public static final Set<Operation> LIFECYCLE =
      Collections.unmodifiableSet(
          EnumSet.of(CONNECT, LOGIN, REGISTER, SUBSCRIBE, DEREGISTER, REMOVE));

  /** Calls that the tool makes for itself, which are not part of the requested load. */
  private static final Set<Operation> OWN = Collections.unmodifiableSet(EnumSet.of(SCRAPE, SWEEP));

  /** Calls by which an instance comes into the registry, and stays in it. */
  private static final Set<Operation> VITAL =
      Collections.unmodifiableSet(EnumSet.of(BEAT, CONNECT, REGISTER));

  /** Suffix of the label of calls that are counted over the whole run. */
  private static final String WHOLE_RUN = ".run";

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The operation's name in records and reports. */
  public String label() {
    return label;
  }

  /** The name with a protocol, in a fleet that uses two, for example {@code beat.http}. */
  public String label(Transport transport) {
    return transport == Transport.ANY ? label : label + "." + transport.label();
  }

  /** Whether a name in records and reports belongs to this operation, with any protocol. */
  public boolean names(String name) {
    return Stream.of(Transport.values()).map(this::label).anyMatch(name::equals);
  }

  /** Whether a label names an operation of {@link #LIFECYCLE}, with any protocol. */
  public static boolean isOfLifecycle(String label) {
    return names(LIFECYCLE, label);
  }

  /** Whether a label names calls that the tool makes for itself: scrapes and sweeps. */
  public static boolean isOwn(String label) {
    return names(OWN, label);
  }

  /** Whether a label names calls by which an instance comes into the registry, and stays in it. */
  public static boolean isVital(String label) {
    return names(VITAL, label);
  }

  private static boolean names(Set<Operation> operations, String label) {
    String operation = withoutTransport(label);
    return operations.stream().anyMatch(each -> each.label.equals(operation));
  }

  /** A label without its protocol: {@code beat} for {@code beat.http}. */
  public static String withoutTransport(String label) {
    return label.split("\\.", 2)[0];
  }

  /** The label for the calls of an operation in the whole run. */
  public static String wholeRun(String label) {
    return label + WHOLE_RUN;
  }

  /** The operation of a {@link #wholeRun} label; empty for any other label. */
  public static Optional<String> ofWholeRun(String label) {
    return label.endsWith(WHOLE_RUN)
        ? Optional.of(label.substring(0, label.length() - WHOLE_RUN.length()))
        : Optional.empty();
  }
}
