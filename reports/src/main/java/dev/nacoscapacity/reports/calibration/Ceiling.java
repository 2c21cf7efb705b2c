package dev.nacoscapacity.reports.calibration;

/**
 * The most that something between the instances and the registry was seen to do on this machine.
 *
 * @param key one of {@link #CALLS} and {@link #MEGABYTES}
 * @param name what did it, and under which conditions
 * @param value in the key's unit
 */
public record Ceiling(String key, Text name, double value) {

  /** Calls a second that the fleet's engine made and had answered. */
  public static final String CALLS = "calls/s";

  /** Bytes of answers a second, in 10^6. */
  public static final String MEGABYTES = "MB/s";
}
