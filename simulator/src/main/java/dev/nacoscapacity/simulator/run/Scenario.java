package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.util.Map;

/**
 * Acts on the cluster during the measurement window. Called on the thread of the run, which must
 * not block: whatever takes long belongs on a thread of the scenario.
 */
public interface Scenario {

  /** Does nothing; the window has its full duration. */
  Scenario NONE = new Scenario() {};

  /** The run as a scenario sees it: clock, record, fleet. Safe for use by several threads. */
  interface Events {

    /** The time of the run, on which the scenario must wait and schedule. */
    Time time();

    /** Seconds since the start of the run, the time stamp of an event that happens now. */
    double seconds();

    /** For how long what a node listed counts when it lists no more; then it is unknown. */
    Duration unknownAfter();

    /**
     * Records an event that happens now.
     *
     * @param kind one of {@link dev.nacoscapacity.core.record.Event}'s
     */
    void event(String kind, Map<String, Object> fields);

    /**
     * Migrates a fleet that speaks both protocols: each affected instance deregisters over the one
     * and registers over the other, as fast as clients with lost connections return. Returns at
     * once.
     *
     * @param share of the instances that speak gRPC from now on, 0 to 1; the instances of a smaller
     *     share are a subset of those of a larger one
     */
    void migrate(double share);
  }

  /** The measurement window begins. */
  default void begin(Events events) {}

  /** Called after each second of the window. */
  default void second(RunSecond second) {}

  /** Whether the scenario is complete, so that the window may end early. */
  default boolean over() {
    return false;
  }

  /** The window has ended normally or early; the scenario must now repair what it broke. */
  default void end() {}

  /** Whether the scenario may cause that no node answers, so that the run must not stop. */
  default boolean mayBreakNodes() {
    return false;
  }
}
