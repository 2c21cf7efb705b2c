package dev.nacoscapacity.simulator.observe.proc;

import dev.nacoscapacity.reports.record.Server;
import java.util.Map;

/** Watches what the registry's nodes use, and sums it up for the measurement window. */
public interface ServerWatch {

  /** Hands on the rows of all nodes; called each second. */
  void sample();

  /**
   * Takes a node's answer at its metrics' address. May be called by any thread.
   *
   * @param node its number, from 0
   */
  default void scraped(int node, String body) {}

  /** Begins the window that {@link #summary} is about; without it that is everything sampled. */
  void beginWindow();

  /** What each node used in the window, by name, in the order of the nodes. */
  Map<String, Server> summary();
}
