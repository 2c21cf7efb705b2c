package dev.nacoscapacity.calibration.load;

/**
 * A closed-loop load of beats: each client sends the next one when the last one is answered.
 *
 * @param clients concurrent clients, each with a connection of its own
 * @param requests number of requests that count
 * @param warmUpMillis minimum time in which requests do not count; the first one of each client
 *     never counts
 * @param token of each request; null for none. A token that the calibration created itself and that
 *     gives no access to anything else
 */
public record Load(int clients, int requests, long warmUpMillis, String token) {}
