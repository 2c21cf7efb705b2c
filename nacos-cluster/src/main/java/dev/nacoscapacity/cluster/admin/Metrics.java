package dev.nacoscapacity.cluster.admin;

/**
 * A node's own counts, cheap to ask for.
 *
 * @param status Nacos's word: {@code UP}, {@code DOWN}, {@code STARTING}, …
 * @param services of all namespaces
 * @param instances of all services, ephemeral and persistent
 * @param owned instances whose writes and expiry are this node's affair; since 2.0 clients, each of
 *     which is one instance over HTTP; null when the node does not tell
 */
public record Metrics(String status, int services, int instances, Integer owned) {}
