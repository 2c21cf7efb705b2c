package dev.nacoscapacity.cluster.standin.config;

/**
 * A configuration was published or deleted.
 *
 * @param config null if it was deleted
 */
public record ConfigChange(ConfigKey key, Config config) {}
