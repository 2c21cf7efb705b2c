package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.time.Time;
import java.util.Map;

/**
 * What is done to the cluster while a fleet runs, within the measurement window. Called on the
 * run's thread, which must not be held up: whatever takes long belongs on a thread of the
 * scenario's own.
 */
public interface Scenario {

  /** Nothing is done; the window lasts as long as it was asked to. */
  Scenario NONE = new Scenario() {};

  /** Takes what happens into the run's record, with its time. Safe for use by several threads. */
  interface Events {

    /** In which the run goes on: whatever waits or works beside it does so in this. */
    Time time();

    /** Since the run began: what an event that happened now is told to have happened at. */
    double seconds();

    /**
     * @param kind one of {@link dev.nacoscapacity.reports.record.Event}'s
     */
    void event(String kind, Map<String, Object> fields);

    /**
     * Lets a fleet that speaks both protocols speak them in other shares, as in a migration: each
     * instance that is concerned leaves by the one protocol and registers by the other, as fast as
     * clients come back whose connections were lost. Returns at once.
     *
     * @param share of the instances that speak gRPC from now on, 0 to 1; a larger share holds all
     *     of a smaller one
     */
    void migrate(double share);
  }

  /** The measurement window has begun. */
  default void begin(Events events) {}

  /** Called after each second of the window. */
  default void second(RunSecond second) {}

  /** Whether the window may end before its time. */
  default boolean over() {
    return false;
  }

  /** The window has ended, in whatever way: what was broken must be mended now. */
  default void end() {}

  /**
   * Whether a cluster that answers nobody is of the scenario's own making, and no cause to stop.
   */
  default boolean mayBreakNodes() {
    return false;
  }
}
