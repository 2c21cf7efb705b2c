package dev.nacoscapacity.cluster.embedded.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The one user a stand-in cluster knows, and its token secret. Shows neither. */
public final class Credentials {

  private static final int SECRET_BYTES = 32;

  private final String username;
  private final String password;
  private final byte[] secret;

  /**
   * @param secret Base64, as in Nacos's {@code nacos.core.auth.default.token.secret.key}
   */
  public Credentials(String username, String password, String secret) {
    this.username = username;
    this.password = password;
    this.secret = decode(secret);
  }

  private static byte[] decode(String secret) {
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(secret);
    } catch (IllegalArgumentException e) {
      decoded = new byte[0]; // The message of the cause would quote the secret.
    }
    if (decoded.length < SECRET_BYTES) {
      throw new IllegalArgumentException(
          "the token secret is Base64 of at least "
              + SECRET_BYTES
              + " bytes: make one with openssl rand -base64 32");
    }
    return decoded;
  }

  /** A secret nobody knows. */
  public static String randomSecret() {
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getEncoder().encodeToString(random);
  }

  boolean match(String user, String pass) {
    return username.equals(user)
        && pass != null
        && MessageDigest.isEqual(
            password.getBytes(StandardCharsets.UTF_8), pass.getBytes(StandardCharsets.UTF_8));
  }

  byte[] secret() {
    return secret.clone();
  }
}
