package dev.nacoscapacity.cluster.standin.http;

import java.time.Duration;
import java.util.Map;

/**
 * Limits how fast a stand-in node serves: a number of threads, each busy with a request for the
 * service time; requests wait in a queue while all are busy. Long polls hold no thread.
 *
 * @param serviceTime of each request, zero or more
 * @param threads at least 1, {@link Integer#MAX_VALUE} for no limit
 */
public record ServiceTime(Duration serviceTime, int threads) {

  public static final String SERVICE_MS = "stand-in.service-ms";
  public static final String THREADS = "stand-in.threads";

  /** No limit. */
  public static final ServiceTime NONE = new ServiceTime(Duration.ZERO, Integer.MAX_VALUE);

  public ServiceTime {
    if (serviceTime.isNegative() || threads < 1) {
      throw new IllegalArgumentException(
          "service time is zero or more and threads at least 1, not %s and %d"
              .formatted(serviceTime, threads));
    }
  }

  /**
   * Parses a cluster's settings {@code stand-in.service-ms} and {@code stand-in.threads}: a node
   * then serves at most threads × 1000 / service-ms requests a second.
   *
   * @throws IllegalArgumentException when a value is no number
   */
  public static ServiceTime of(Map<String, String> settings) {
    int serviceMs = number(settings, SERVICE_MS, 0);
    return new ServiceTime(Duration.ofMillis(serviceMs), number(settings, THREADS, NONE.threads()));
  }

  private static int number(Map<String, String> settings, String key, int otherwise) {
    String text = settings.getOrDefault(key, Integer.toString(otherwise));
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " is a number, not '" + text + "'", e);
    }
  }
}
