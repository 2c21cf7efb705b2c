package dev.nacoscapacity.core.stats;

import java.util.Locale;

/** The protocol of a call. Figures are separated by protocol in a fleet that uses two. */
public enum Transport {
  /** Not separated: all clients use one protocol, or the call does not depend on the protocol. */
  ANY,
  HTTP,
  GRPC;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The name on the command line, in records and in reports. */
  public String label() {
    return label;
  }
}
