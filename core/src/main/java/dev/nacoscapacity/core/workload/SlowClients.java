package dev.nacoscapacity.core.workload;

/**
 * Clients whose processes are starved, where a fleet has such.
 *
 * @param share of all instances, 0 to 1
 * @param delaySeconds so much later than others they read each answer and acknowledge each push
 */
public record SlowClients(double share, double delaySeconds) {}
