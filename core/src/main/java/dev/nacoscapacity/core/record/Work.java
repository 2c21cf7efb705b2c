package dev.nacoscapacity.core.record;

/**
 * Work of one kind by all nodes of a modelled cluster in a phase of the run.
 *
 * @param amount number of operations
 * @param cpuSeconds cost at the reference speed of the model's costs, without the extra cost of
 *     cold nodes
 */
public record Work(double amount, double cpuSeconds) {

  /** The difference from an earlier state. */
  public Work since(Work before) {
    return before == null ? this : new Work(amount - before.amount, cpuSeconds - before.cpuSeconds);
  }
}
