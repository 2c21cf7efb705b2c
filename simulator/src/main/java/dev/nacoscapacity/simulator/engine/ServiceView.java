package dev.nacoscapacity.simulator.engine;

import java.util.BitSet;
import java.util.Map;

/**
 * The last list of a service that a subscriber received.
 *
 * @param subscriber an instance
 * @param since when the subscription was answered, in nanoseconds
 * @param named the instances in the list, by position in the service
 * @param dropped when a push last left out an instance that the list before named, by position;
 *     without those that the list names again
 */
record ServiceView(int subscriber, long since, BitSet named, Map<Integer, Long> dropped) {}
