package dev.nacoscapacity.cluster.embedded.http;

import java.time.Duration;

/**
 * Makes a stand-in node as slow as wanted: a fixed number of threads, each busy with a request for
 * the service time; requests that find none free wait their turn. Long polls hold no thread.
 *
 * @param serviceTime of each request, zero or more
 * @param threads at least 1, {@link Integer#MAX_VALUE} for as many as requests come
 */
public record Limits(Duration serviceTime, int threads) {

  /** Answers at once. */
  public static final Limits NONE = new Limits(Duration.ZERO, Integer.MAX_VALUE);

  public Limits {
    if (serviceTime.isNegative() || threads < 1) {
      throw new IllegalArgumentException(
          "service time is zero or more and threads at least 1, not %s and %d"
              .formatted(serviceTime, threads));
    }
  }
}
