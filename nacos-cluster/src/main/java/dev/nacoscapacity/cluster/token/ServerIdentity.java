package dev.nacoscapacity.cluster.token;

import java.util.Optional;

/**
 * The header by which a registry's nodes know each other, and let an operator's calls in without a
 * token: {@code nacos.core.auth.server.identity.key} and {@code .value}. Never printed.
 *
 * @param key the header's name
 * @param value the header's value
 */
public record ServerIdentity(String key, String value) {

  /** An identity; empty unless there is both a key and a value. */
  public static Optional<ServerIdentity> of(String key, String value) {
    return key == null || key.isBlank() || value == null || value.isBlank()
        ? Optional.empty()
        : Optional.of(new ServerIdentity(key, value));
  }

  @Override
  public String toString() {
    return "ServerIdentity[hidden]";
  }
}
