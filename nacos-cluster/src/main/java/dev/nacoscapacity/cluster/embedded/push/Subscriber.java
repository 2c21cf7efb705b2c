package dev.nacoscapacity.cluster.embedded.push;

import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import java.net.InetSocketAddress;

/**
 * A client that hears of a service's changes.
 *
 * @param clusters as it asked for them, separated by commas; empty for all
 * @param agent its User-Agent
 */
public record Subscriber(
    ServiceKey service, String clusters, InetSocketAddress address, String agent) {}
