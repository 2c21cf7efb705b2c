package dev.nacoscapacity.cluster.admin;

/**
 * A node's own counts, cheap to ask for.
 *
 * @param status Nacos's word: {@code UP}, {@code DOWN}, {@code STARTING}, …
 * @param services of all namespaces
 * @param instances of all services, ephemeral and persistent
 */
public record Metrics(String status, int services, int instances) {}
