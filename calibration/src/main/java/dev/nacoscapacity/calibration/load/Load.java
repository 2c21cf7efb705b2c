package dev.nacoscapacity.calibration.load;

/**
 * What a server is loaded with: beats, each client's next one when the last is answered.
 *
 * @param clients at a time, each with a connection of its own
 * @param requests that count
 * @param warmUpMillis for how long requests do not count yet, at least; the first of each client
 *     never does
 * @param token that each presents; null for none. One that the calibration made up, and that opens
 *     nothing else
 */
public record Load(int clients, int requests, long warmUpMillis, String token) {}
