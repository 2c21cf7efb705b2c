package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Scenario;

/**
 * What the parent does to the cluster, as a worker sees it: it ends the window when the parent says
 * so.
 */
final class ParentScenario implements Scenario {

  private final boolean mayBreakNodes;
  private volatile boolean over;

  ParentScenario(boolean mayBreakNodes) {
    this.mayBreakNodes = mayBreakNodes;
  }

  /** On the thread that listens to the parent. */
  void endWindow() {
    over = true;
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public boolean mayBreakNodes() {
    return mayBreakNodes;
  }
}
