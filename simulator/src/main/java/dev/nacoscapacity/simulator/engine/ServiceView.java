package dev.nacoscapacity.simulator.engine;

import java.util.BitSet;

/**
 * What a subscriber was told of a service last.
 *
 * @param subscriber the instance
 * @param since when its subscription was answered
 * @param named the instances that it was told of, by position in the service
 */
record ServiceView(int subscriber, long since, BitSet named) {}
