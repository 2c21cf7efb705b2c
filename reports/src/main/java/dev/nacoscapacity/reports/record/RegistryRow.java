package dev.nacoscapacity.reports.record;

import java.time.Instant;

/**
 * What one node said of the fleet at one moment: a row of {@code registry.csv}. The counts mean
 * what they mean in {@link Registry.Counts}, at this moment; {@code lost} counts from the start of
 * the run.
 *
 * @param seconds since the run began
 * @param dropped instances that the node has shown as missing or unhealthy since the judged window
 *     began although they kept beating
 */
public record RegistryRow(
    Instant time,
    double seconds,
    String node,
    long expected,
    long present,
    long healthy,
    long missing,
    long unhealthy,
    long lost,
    long ghost,
    long divergent,
    long unknown,
    long dropped) {}
