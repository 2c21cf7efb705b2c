package dev.nacoscapacity.simulator.verify;

/** Is told which cells to list. */
@FunctionalInterface
public interface ReadRequest {

  /**
   * @param service whose list to ask for
   * @param node which node to ask, from 0
   */
  void list(int service, int node);
}
