package dev.nacoscapacity.cluster.admin;

/**
 * Properties of an instance that affect the cost at the registry.
 *
 * @param metadataBytes the length of its metadata as JSON
 * @param beatMillis period of its beats, from its metadata, where any number may stand; Nacos's
 *     default if the metadata do not contain it, or no number
 */
public record InstanceTraits(int metadataBytes, long beatMillis) {}
