package dev.nacoscapacity.reports.record;

/** The phases of a run, as its events and intervals name them, in their order. */
public final class Phases {

  /** Clients log in and instances register. */
  public static final String RAMP = "ramp";

  /** Load that is not judged. */
  public static final String WARM_UP = "warm-up";

  /** Until every node shows all that was registered. */
  public static final String COMPLETION = "completion";

  /** The measurement window. */
  public static final String MEASURE = "measure";

  /** Every node is read by identity. */
  public static final String SWEEP = "sweep";

  /** What is under way ends. */
  public static final String DRAIN = "drain";

  /** Instances are taken out. */
  public static final String DEREGISTER = "deregister";

  /** Every node is read for what was not taken out. */
  public static final String STALE = "stale";

  private Phases() {}
}
