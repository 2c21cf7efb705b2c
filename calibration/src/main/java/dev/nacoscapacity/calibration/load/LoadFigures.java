package dev.nacoscapacity.calibration.load;

/**
 * What a load measured; times in ms.
 *
 * @param requests that it made, the ones at the beginning that do not count among them
 * @param seconds that all of them took
 * @param rate good answers a second, among those that counted
 */
public record LoadFigures(
    long requests, double seconds, double rate, double p50, double p90, double p99, double max) {}
