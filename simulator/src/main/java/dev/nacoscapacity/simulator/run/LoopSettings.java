package dev.nacoscapacity.simulator.run;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import dev.nacoscapacity.simulator.schedule.Phase;

/**
 * What one event loop needs to know of the workload. Periods are in nanoseconds; 0 leaves an
 * operation out.
 *
 * @param nodes of the cluster
 * @param rolloutLimit the most registrations or deregistrations under way
 */
record LoopSettings(
    long beat,
    long list,
    long listen,
    long scrape,
    Phase phase,
    int nodes,
    int rolloutLimit,
    long seed) {

  private static final int FIRST_LIMIT = 4;

  /** TCP Vegas's rule: more calls under way as long as their answers come no later. */
  Limit newLimit() {
    return VegasLimit.newBuilder()
        .initialLimit(FIRST_LIMIT)
        .maxConcurrency(Math.max(FIRST_LIMIT, rolloutLimit))
        .build();
  }
}
