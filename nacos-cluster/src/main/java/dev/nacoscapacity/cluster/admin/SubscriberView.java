package dev.nacoscapacity.cluster.admin;

/**
 * A client that subscribes to a service.
 *
 * @param address of the client, as reported by its node
 * @param agent the client's library and version, such as {@code Nacos-Java-Client:v2.5.1}; may be
 *     empty
 */
public record SubscriberView(String address, String agent) {}
