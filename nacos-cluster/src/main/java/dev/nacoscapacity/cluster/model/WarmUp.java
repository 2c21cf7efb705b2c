package dev.nacoscapacity.cluster.model;

/**
 * Models the JIT warm-up of a node that has just started: calls cost several times as much at
 * first, and the extra cost falls with each served call. For one thread.
 *
 * <p>Writes that other nodes forward are left out: they cost no more on a cold owner, and do not
 * advance the warm-up. All measured extra cost is attributed to the calls that clients make at the
 * node itself.
 *
 * <p>Source: docs/data/restart-warm-up.csv. HotSpot compiles by call counts, so this model counts
 * calls, not time. The model does not contain that the best code appears only after minutes of load
 * (docs/data/one-node.csv).
 */
public final class WarmUp {

  /** An extra cost below the precision of any measurement. */
  private static final double NOTHING = 1e-3;

  private final double keep;
  private double excess;

  /**
   * @param cold cost factor of the first call, 1 or more
   * @param calls number of calls after which 37 % (1/e) of the extra cost is left, 1 or more
   */
  public WarmUp(double cold, double calls) {
    this.keep = StrictMath.exp(-1 / calls);
    this.excess = cold - 1;
  }

  /** The current cost factor of a call. */
  public double now() {
    return 1 + excess;
  }

  /** The cost factor of the next call, which is counted. */
  public double next() {
    if (excess == 0) {
      return 1;
    }
    double factor = 1 + excess;
    excess = excess < NOTHING ? 0 : excess * keep;
    return factor;
  }
}
