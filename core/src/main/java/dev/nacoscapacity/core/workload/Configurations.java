package dev.nacoscapacity.core.workload;

/**
 * Configurations that exist, where a fleet's do.
 *
 * @param publishPerMinute how many of all that the fleet listens for get other content each minute,
 *     in turn; 0 for none
 * @param bytes of each content
 */
public record Configurations(double publishPerMinute, int bytes) {}
