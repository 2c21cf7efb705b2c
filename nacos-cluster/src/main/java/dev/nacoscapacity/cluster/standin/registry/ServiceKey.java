package dev.nacoscapacity.cluster.standin.registry;

import dev.nacoscapacity.cluster.protocol.Http;

/**
 * Names a service.
 *
 * @param namespace {@code public} when the caller gave none
 * @param name grouped, as in {@code DEFAULT_GROUP@@orders}
 */
public record ServiceKey(String namespace, String name) {

  public String group() {
    return name.substring(0, name.indexOf(Http.GROUP_SEPARATOR));
  }

  /** The name without the group. */
  public String plainName() {
    return name.substring(name.indexOf(Http.GROUP_SEPARATOR) + Http.GROUP_SEPARATOR.length());
  }
}
