package dev.nacoscapacity.cluster.admin;

import java.util.Optional;

/**
 * A node's own counts, which are cheap to query.
 *
 * @param status as Nacos names it: {@code UP}, {@code DOWN}, {@code STARTING}, …
 * @param services of all namespaces
 * @param instances of all services, ephemeral and persistent
 * @param owned instances for whose writes and expiry this node is responsible; since 2.0 clients,
 *     each of which is one instance over HTTP; empty when the node does not report it
 */
public record NodeCounts(String status, int services, int instances, Optional<Integer> owned) {}
