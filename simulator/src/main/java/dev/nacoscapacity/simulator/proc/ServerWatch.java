package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.Server;
import java.util.Map;

/**
 * Samples the resource usage of the registry's nodes, and summarizes it for the measurement window.
 */
public interface ServerWatch {

  /** Passes on a row for each node; called each second. */
  void sample();

  /**
   * Receives a node's scrape answer. May be called by any thread.
   *
   * @param node its number, from 0
   */
  default void scraped(int node, String body) {}

  /** Begins the window of {@link #summary}; without this call the window contains all samples. */
  void beginWindow();

  /** The usage of each node in the window, by name, in the order of the nodes. */
  Map<String, Server> summary();
}
