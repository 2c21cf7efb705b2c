package dev.nacoscapacity.cluster.admin;

/**
 * How many instances of a service a node knows.
 *
 * @param service grouped name, {@code GROUP@@name}
 * @param instances all of them
 * @param healthy those it calls healthy
 */
public record ServiceCount(String service, int instances, int healthy) {}
