package dev.nacoscapacity.simulator.verify;

/** Receives the cells to list. */
@FunctionalInterface
public interface ReadRequest {

  /**
   * @param service to list
   * @param node to query, from 0
   */
  void list(int service, int node);
}
