package dev.nacoscapacity.core.record;

/** The phases of a run in their order, by their names in events and intervals. */
public final class Phases {

  /** Shards on several machines wait for each other. */
  public static final String GATHER = "gather";

  /** Clients log in and instances register. */
  public static final String RAMP = "ramp";

  /** Load before the measurement window. */
  public static final String WARM_UP = "warm-up";

  /** Waits until every node lists all registered instances. */
  public static final String COMPLETION = "completion";

  /** The measurement window. */
  public static final String MEASURE = "measure";

  /** Waits for the last calls of a stage that is not the last one. */
  public static final String SETTLE = "settle";

  /** Every node is read by identity. */
  public static final String SWEEP = "sweep";

  /** Waits until the calls in flight have ended. */
  public static final String DRAIN = "drain";

  /** Instances are deregistered. */
  public static final String DEREGISTER = "deregister";

  /** Every node is checked for stale instances. */
  public static final String STALE = "stale";

  private Phases() {}
}
