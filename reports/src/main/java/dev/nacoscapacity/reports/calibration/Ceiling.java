package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.text.Message;

/**
 * What something between the instances and the registry was seen to do at its most on this machine:
 * the median of the rounds.
 *
 * @param protocol of the runs that it is a ceiling of: {@code http}, as when it is absent, or
 *     {@code grpc}
 * @param key one of this record's constants
 * @param name what did it, and under which conditions
 * @param value in the key's unit
 */
public record Ceiling(String protocol, String key, Message name, double value) {

  public static final String HTTP = "http";
  public static final String GRPC = "grpc";

  /**
   * Calls a second that a run's engine made and had answered, in time. Calibrations that measured
   * the bare driver called theirs {@code calls/s}, {@code MB/s} and {@code hosts/s}: no run is held
   * against those.
   */
  public static final String CALLS = "calls/s by engine";

  /** Bytes of answers a second, in 10^6. */
  public static final String MEGABYTES = "MB/s by engine";

  /** Hosts a second in the lists that were answered. */
  public static final String HOSTS = "hosts/s by engine";

  /** Calls a second through a proxy in front of the nodes. */
  public static final String PROXY = "calls/s by proxy";

  /** Calls a second through a gateway in front of the nodes. */
  public static final String GATEWAY = "calls/s by gateway";

  public Ceiling {
    protocol = protocol == null ? HTTP : protocol;
  }
}
