package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.core.time.Time;
import java.time.Duration;

/** One fault of one node, injected and healed once. */
public interface Fault {

  /** Listener for the moments of a fault. */
  interface Moments {

    /** The fault is being injected: the signal is sent, the proxy is switched. */
    default void signal() {
      signal(Duration.ZERO);
    }

    /**
     * The fault was injected earlier, and is only visible now; its effects are counted from that
     * time. Only the first call counts.
     *
     * @param ago from 0
     */
    void signal(Duration ago);

    /** The process has ended or is stopped. */
    void exit();

    /** The node's port accepts no more connections. */
    void portClosed();

    /** Whether the trial is being stopped, so that a fault of several steps need not go on. */
    boolean stopping();
  }

  FaultKind kind();

  /** The node's name. */
  String node();

  /**
   * What is noted of a fault that outlives this process.
   *
   * @param since ISO 8601
   */
  default FaultNotes.Note note(String since) {
    return new FaultNotes.Note(node(), kind().word(), since);
  }

  /**
   * Injects the fault, and returns when that is done. An interrupt may skip the last moments.
   *
   * @param time used for waiting
   */
  void inject(Moments moments, Time time);

  /**
   * Heals the fault, and returns without waiting for the node to be healthy; idempotent.
   *
   * @param time used for waiting for the heal action
   * @throws dev.nacoscapacity.cluster.ClusterException when the fault cannot be healed
   */
  void heal(Time time);
}
