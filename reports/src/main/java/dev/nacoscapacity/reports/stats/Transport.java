package dev.nacoscapacity.reports.stats;

import java.util.Locale;

/** What a call goes over, where figures tell that: in a fleet whose clients speak two protocols. */
public enum Transport {
  /**
   * Not told apart: all clients speak one protocol, or the call is the same whatever they speak.
   */
  ANY,
  HTTP,
  GRPC;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The name on the command line, in records and in reports. */
  public String label() {
    return label;
  }
}
