package dev.nacoscapacity.simulator.engine;

import java.util.List;

/**
 * What the event loops of a fleet share.
 *
 * @param nodes names of the nodes
 */
record LoopContext(
    List<String> nodes, LoopObserver observer, ChangeFeed changes, Publications published) {}
