package dev.nacoscapacity.simulator.engine;

import java.util.BitSet;

/**
 * The last list of a service that a subscriber received.
 *
 * @param subscriber an instance
 * @param since when the subscription was answered, in nanoseconds
 * @param named the instances in the list, by position in the service
 */
record ServiceView(int subscriber, long since, BitSet named) {}
