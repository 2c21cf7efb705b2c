package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.time.Time;
import java.time.Duration;

/** One fault of one node, done and undone once. */
public interface Fault {

  /** Takes each moment as it comes. */
  interface Moments {

    /** It is being done: the signal is sent, the proxy switched. */
    default void signal() {
      signal(Duration.ZERO);
    }

    /**
     * It was done, as is seen only now; what follows from it is counted from then.
     *
     * @param ago from 0
     */
    void signal(Duration ago);

    /** The process is gone, or stands still. */
    void exit();

    /** The node's port takes no connection any more. */
    void portClosed();
  }

  /** The node's name. */
  String node();

  /**
   * Does it, and returns when it is done. An interrupt may cut the last moments off.
   *
   * @param time in which it waits for them
   */
  void inject(Moments moments, Time time);

  /**
   * Undoes it, and returns without waiting for the node to be well; done twice is done once.
   *
   * @param time in which it waits for what undoes it
   * @throws dev.nacoscapacity.cluster.ClusterException when it cannot be undone
   */
  void heal(Time time);
}
