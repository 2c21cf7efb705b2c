package dev.nacoscapacity.cluster.token;

import dev.nacoscapacity.core.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The header by which a registry's nodes identify each other, and which admits an operator's calls
 * without a token: {@code nacos.core.auth.server.identity.key} and {@code .value}. Never printed.
 *
 * @param key the header's name
 * @param value the header's value
 */
public record ServerIdentity(String key, String value) {

  /** The environment variable for the header's name, as Nacos's own container image reads it. */
  public static final String KEY_VARIABLE = "NACOS_AUTH_IDENTITY_KEY";

  /** The environment variable for the header's value. */
  public static final String VALUE_VARIABLE = "NACOS_AUTH_IDENTITY_VALUE";

  /** The identity in this process's environment, if both variables are set. */
  public static Optional<ServerIdentity> ofEnvironment() {
    return of(System.getenv(KEY_VARIABLE), System.getenv(VALUE_VARIABLE));
  }

  /** An identity; empty unless there is both a key and a value. */
  public static Optional<ServerIdentity> of(String key, String value) {
    return key == null || key.isBlank() || value == null || value.isBlank()
        ? Optional.empty()
        : Optional.of(new ServerIdentity(key, value));
  }

  /** The identity of a stand-in, which is derived from the key of its tokens. */
  public static ServerIdentity ofStandIn(TokenKey key) {
    byte[] digest = Sha256.of(("identity " + key.base64()).getBytes(StandardCharsets.UTF_8));
    return new ServerIdentity("stand-in-identity", HexFormat.of().formatHex(digest));
  }

  @Override
  public String toString() {
    return "ServerIdentity[hidden]";
  }
}
