package dev.nacoscapacity.calibration.load;

/**
 * What a load measured; times in ms.
 *
 * @param requests number of all requests, including those that do not count
 * @param seconds duration of all requests
 * @param rate successful answers a second, among the requests that count
 */
public record LoadFigures(
    long requests, double seconds, double rate, double p50, double p90, double p99, double max) {}
