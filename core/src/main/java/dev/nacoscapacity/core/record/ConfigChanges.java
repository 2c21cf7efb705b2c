package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/**
 * How changes of configurations reached those who listen, of the changes that were read in the
 * measurement window. A change that another overtook before all had read it counts for those who
 * read it, and has no last one.
 *
 * @param read by how many listeners, all changes together
 * @param delayMs from the new content being written to a listener having read it; absent when none
 *     was read
 * @param complete how many changes the last of their listeners has read
 * @param lastDelayMs the same to that last one; absent when there was none
 * @param incomplete undelivered changes of the whole run, once for each listener that had not read
 *     the newest content when the load ended, 30 s after its acknowledgement (over HTTP and the
 *     period of its listens later)
 */
public record ConfigChanges(
    long read, Percentiles delayMs, long complete, Percentiles lastDelayMs, long incomplete) {

  /** Those of a measurement window and the undelivered ones; empty when there were none. */
  public static Optional<ConfigChanges> of(RunStats measured) {
    AbstractHistogram each = measured.histogram(FleetDuration.CONFIG_CHANGES);
    AbstractHistogram last = measured.histogram(FleetDuration.LAST_CONFIG_CHANGES);
    long incomplete = measured.histogram(FleetDuration.CONFIG_CHANGES_INCOMPLETE).getTotalCount();
    return Optional.of(
            new ConfigChanges(
                each.getTotalCount(),
                Percentiles.ofMicros(each).orElse(null),
                last.getTotalCount(),
                Percentiles.ofMicros(last).orElse(null),
                incomplete))
        .filter(changes -> changes.read() + incomplete > 0);
  }
}
