package dev.nacoscapacity.cluster.embedded.config;

/**
 * A configuration was published or deleted.
 *
 * @param config null if it was deleted
 */
public record ConfigChange(ConfigKey key, Config config) {}
