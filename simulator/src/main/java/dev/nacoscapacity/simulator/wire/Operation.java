package dev.nacoscapacity.simulator.wire;

import java.util.Locale;

/** The kinds of call a fleet makes. */
public enum Operation {
  /** An instance's heartbeat. */
  BEAT,
  /** A subscriber reads a service's instances. */
  LIST,
  /** A configuration client's long poll. */
  LISTEN,
  /** A read of a node's metrics, as a monitoring system does. */
  SCRAPE,
  REGISTER,
  DEREGISTER,
  LOGIN,
  /** The simulator's own read of a (service, node) cell, to know the registry's truth. */
  SWEEP;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The operation's name in records and reports. */
  public String label() {
    return label;
  }
}
