package dev.nacoscapacity.cluster.admin;

/**
 * What an instance says about itself that costs a registry something.
 *
 * @param metadataBytes the length of its metadata as JSON
 * @param beatMillis from one of its beats to the next, as its metadata say; Nacos's default where
 *     they say nothing
 */
public record InstanceTraits(int metadataBytes, int beatMillis) {}
