package dev.nacoscapacity.reports.calibration;

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
public record Ceiling(String protocol, String key, Text name, double value) {

  public static final String HTTP = "http";
  public static final String GRPC = "grpc";

  /** Calls a second that the fleet's engine made and had answered. */
  public static final String CALLS = "calls/s";

  /** Bytes of answers a second, in 10^6. */
  public static final String MEGABYTES = "MB/s";

  /** Hosts a second in the lists that were answered. */
  public static final String HOSTS = "hosts/s";

  /** Calls a second through a proxy in front of the nodes. */
  public static final String PROXY = "calls/s by proxy";

  /** Calls a second through a gateway in front of the nodes. */
  public static final String GATEWAY = "calls/s by gateway";

  public Ceiling {
    protocol = protocol == null ? HTTP : protocol;
  }
}
