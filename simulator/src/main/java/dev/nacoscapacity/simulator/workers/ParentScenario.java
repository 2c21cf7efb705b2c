package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Scenario;

/**
 * What the parent does to the cluster, as a worker sees it: it ends the window, and lets clients
 * speak another protocol, when the parent says so.
 */
final class ParentScenario implements Scenario {

  private final boolean mayBreakNodes;
  private volatile boolean over;
  private Events run;
  private Double grpcShare;

  ParentScenario(boolean mayBreakNodes) {
    this.mayBreakNodes = mayBreakNodes;
  }

  /** On the thread that listens to the parent. */
  void endWindow() {
    over = true;
  }

  /** The same; what comes before the window is done in it. */
  synchronized void migrate(double share) {
    grpcShare = share;
    if (run != null) {
      run.migrate(share);
    }
  }

  @Override
  public synchronized void begin(Events events) {
    run = events;
    if (grpcShare != null) {
      run.migrate(grpcShare);
    }
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
