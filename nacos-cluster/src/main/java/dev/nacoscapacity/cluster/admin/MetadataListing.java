package dev.nacoscapacity.cluster.admin;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node lists of a service's instances.
 *
 * @param instances the metadata of each, in no particular order
 * @param time of the node's clock as it answered, to a millisecond; empty over HTTP v3
 */
public record MetadataListing(List<Map<String, String>> instances, Optional<Instant> time) {

  public MetadataListing {
    instances = List.copyOf(instances);
  }
}
