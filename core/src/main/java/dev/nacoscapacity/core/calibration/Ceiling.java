package dev.nacoscapacity.core.calibration;

import dev.nacoscapacity.core.text.Message;

/**
 * The highest throughput measured on this machine for a part of the path between the instances and
 * the registry: the median of the rounds.
 *
 * @param protocol of the runs that the ceiling applies to: {@code http} (also when absent) or
 *     {@code grpc}
 * @param key one of this record's constants
 * @param name what was measured, and under which conditions
 * @param value in the unit of the key
 */
public record Ceiling(String protocol, String key, Message name, double value) {

  public static final String HTTP = "http";
  public static final String GRPC = "grpc";

  /**
   * Calls a second that the engine of a run made and that were answered in time. Older calibrations
   * measured the driver alone, under the keys {@code calls/s}, {@code MB/s} and {@code hosts/s}; no
   * run is compared with those.
   */
  public static final String CALLS = "calls/s by engine";

  /** Megabytes (10^6 bytes) of answers a second. */
  public static final String MEGABYTES = "MB/s by engine";

  /** Hosts a second in list answers. */
  public static final String HOSTS = "hosts/s by engine";

  /** Calls a second through a proxy in front of the nodes. */
  public static final String PROXY = "calls/s by proxy";

  /** Calls a second through a gateway in front of the nodes. */
  public static final String GATEWAY = "calls/s by gateway";

  public Ceiling {
    protocol = protocol == null ? HTTP : protocol;
  }
}
