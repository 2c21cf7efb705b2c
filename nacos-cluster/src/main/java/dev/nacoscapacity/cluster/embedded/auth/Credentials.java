package dev.nacoscapacity.cluster.embedded.auth;

import dev.nacoscapacity.cluster.token.TokenKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The one user a stand-in cluster knows, and what signs its tokens. Shows neither. */
public final class Credentials {

  private final String username;
  private final String password;
  private final TokenKey key;

  public Credentials(String username, String password, TokenKey key) {
    this.username = username;
    this.password = password;
    this.key = key;
  }

  /** What signs the user's tokens. */
  public TokenKey key() {
    return key;
  }

  boolean match(String user, String pass) {
    return username.equals(user)
        && pass != null
        && MessageDigest.isEqual(
            password.getBytes(StandardCharsets.UTF_8), pass.getBytes(StandardCharsets.UTF_8));
  }
}
