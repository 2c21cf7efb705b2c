package dev.nacoscapacity.reports.record;

/**
 * Work of one kind that a modelled cluster's nodes did in a phase of the run, all of them together.
 *
 * @param amount how many pieces of it
 * @param cpuSeconds what it cost at the reference speed of the model's costs, collections and the
 *     excess of cold nodes left out
 */
public record Work(double amount, double cpuSeconds) {

  /** What was added since. */
  public Work since(Work before) {
    return before == null ? this : new Work(amount - before.amount, cpuSeconds - before.cpuSeconds);
  }
}
