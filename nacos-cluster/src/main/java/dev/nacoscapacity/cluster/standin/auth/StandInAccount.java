package dev.nacoscapacity.cluster.standin.auth;

import dev.nacoscapacity.cluster.token.TokenKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The one user of a stand-in cluster, and the key that signs its tokens. Prints neither. */
public final class StandInAccount {

  /** The environment variable for a stand-in's password, {@code nacos} if absent. */
  public static final String PASSWORD_VARIABLE = "NACOS_PASSWORD";

  private final String username;
  private final String password;
  private final TokenKey key;

  public StandInAccount(String username, String password, TokenKey key) {
    this.username = username;
    this.password = password;
    this.key = key;
  }

  /** The password that this process's environment sets for a new stand-in. */
  public static String environmentPassword() {
    return System.getenv().getOrDefault(PASSWORD_VARIABLE, "nacos");
  }

  /** The key that signs the user's tokens. */
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
