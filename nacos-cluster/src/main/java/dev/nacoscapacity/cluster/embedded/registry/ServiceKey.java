package dev.nacoscapacity.cluster.embedded.registry;

/**
 * Names a service.
 *
 * @param namespace {@code public} when the caller gave none
 * @param name grouped, as in {@code DEFAULT_GROUP@@orders}
 */
public record ServiceKey(String namespace, String name) {}
