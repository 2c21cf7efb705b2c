package dev.nacoscapacity.cluster.admin;

/**
 * Properties of an instance that affect the cost at the registry.
 *
 * @param metadataBytes the length of its metadata as JSON
 * @param beatMillis period of its beats, from its metadata; Nacos's default if the metadata do not
 *     contain it
 */
public record InstanceTraits(int metadataBytes, int beatMillis) {}
