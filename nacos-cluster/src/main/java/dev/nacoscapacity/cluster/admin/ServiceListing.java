package dev.nacoscapacity.cluster.admin;

import java.util.List;

/**
 * The services of a namespace that a node shows to this user.
 *
 * @param scope which services could be listed
 */
public record ServiceListing(Scope scope, List<ServiceCount> services) {

  /** Which services of a namespace a list has. */
  public enum Scope {
    ALL,
    /** Those of {@code DEFAULT_GROUP}: the names of other groups cannot be learnt. */
    DEFAULT_GROUP
  }

  public ServiceListing {
    services = List.copyOf(services);
  }
}
