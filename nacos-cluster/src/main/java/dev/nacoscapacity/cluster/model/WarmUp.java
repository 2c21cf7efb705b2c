package dev.nacoscapacity.cluster.model;

/**
 * A node that has just started interprets and compiles: its calls cost several times as much, and
 * the excess falls with each call that it serves. For one thread.
 *
 * <p>Writes that other nodes forward are left out: they cost a cold owner no more, and do not
 * count. The time that was measured is laid on the calls that clients make at the node itself.
 *
 * <p>Source: docs/results-log.md, "A restarted node warms up". HotSpot compiles by counts of calls,
 * so calls count here and not time. That the best code comes only after minutes of load (NACOS.md,
 * 1) is not in it.
 */
public final class WarmUp {

  /** An excess that no measurement shows. */
  private static final double NOTHING = 1e-3;

  private final double keep;
  private double excess;

  /**
   * @param cold how many times as much the first call costs, 1 or more
   * @param calls after how many 37 % (1/e) of the excess is left, 1 or more
   */
  public WarmUp(double cold, double calls) {
    if (!(cold >= 1) || !(calls >= 1)) {
      throw new IllegalArgumentException(cold + " times, " + calls + " calls");
    }
    this.keep = StrictMath.exp(-1 / calls);
    this.excess = cold - 1;
  }

  /** Of a node with these costs. */
  public static WarmUp of(Costs costs) {
    return new WarmUp(costs.number(Cost.COLD), costs.number(Cost.WARM_CALLS));
  }

  /** Of a node that has run for long. */
  public static WarmUp done() {
    return new WarmUp(1, 1);
  }

  /** How many times as much a call costs now. */
  public double now() {
    return 1 + excess;
  }

  /** How many times as much the next call costs; counts it. */
  public double next() {
    if (excess == 0) {
      return 1;
    }
    double factor = 1 + excess;
    excess = excess < NOTHING ? 0 : excess * keep;
    return factor;
  }
}
