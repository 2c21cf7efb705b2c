package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Scenario;

/**
 * The parent's scenario from the view of a worker: ends the window, and moves clients to another
 * protocol, on messages of the parent.
 */
final class ParentScenario implements Scenario {

  private final boolean mayBreakNodes;
  private volatile boolean over;
  private Events run;
  private Double grpcShare;

  ParentScenario(boolean mayBreakNodes) {
    this.mayBreakNodes = mayBreakNodes;
  }

  /** Called on the thread that receives messages of the parent. */
  void endWindow() {
    over = true;
  }

  /**
   * Called on the thread that receives messages of the parent; a move before the window is made in
   * it.
   */
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
