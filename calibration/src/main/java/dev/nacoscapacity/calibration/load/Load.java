package dev.nacoscapacity.calibration.load;

import java.time.Duration;

/**
 * What is asked of a server: beats, each client's next one when the last is answered.
 *
 * @param clients at a time, each with a connection of its own
 * @param requests that count
 * @param warmUp for how long requests do not count yet, at least; the first of each client never
 *     does
 * @param token that each presents; null for none. One that the calibration made up, and that opens
 *     nothing else
 */
public record Load(int clients, int requests, Duration warmUp, String token) {}
