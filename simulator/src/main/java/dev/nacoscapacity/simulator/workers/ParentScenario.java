package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Scenario;

/**
 * Stands in for the parent's scenario in a worker: ends the window and moves clients to gRPC when
 * the parent requests it.
 */
final class ParentScenario implements Scenario {

  private final boolean mayBreakNodes;
  private volatile boolean windowEnded;
  private Events events;
  private Double grpcShare;

  ParentScenario(boolean mayBreakNodes) {
    this.mayBreakNodes = mayBreakNodes;
  }

  /** Called on the thread that receives the parent's messages. */
  void endWindow() {
    windowEnded = true;
  }

  /**
   * Sets the share of clients that use gRPC, 0 to 1; a change before the window is deferred to its
   * begin. Called on the thread that receives the parent's messages.
   */
  synchronized void migrate(double share) {
    grpcShare = share;
    if (events != null) {
      events.migrate(share);
    }
  }

  @Override
  public synchronized void begin(Events events) {
    this.events = events;
    if (grpcShare != null) {
      events.migrate(grpcShare);
    }
  }

  @Override
  public boolean over() {
    return windowEnded;
  }

  @Override
  public boolean mayBreakNodes() {
    return mayBreakNodes;
  }
}
