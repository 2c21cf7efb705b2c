package dev.nacoscapacity.cluster.token;

import io.jsonwebtoken.security.Keys;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKey;

/** The key that signs a registry's tokens. Never printed. */
public final class TokenKey {

  /** The environment variable for a key, in Base64. */
  public static final String VARIABLE = "NACOS_JWT_SECRET";

  private static final int MIN_BYTES = 32;
  private static final int RANDOM_BYTES = 48;

  private final byte[] bytes;

  private TokenKey(byte[] bytes) {
    if (bytes.length < MIN_BYTES) {
      throw new IllegalArgumentException(
          "the token secret is Base64 of at least "
              + MIN_BYTES
              + " bytes: make one with openssl rand -base64 32");
    }
    this.bytes = bytes;
  }

  /**
   * Parses a key.
   *
   * @param text Base64, as in Nacos's {@code nacos.core.auth.default.token.secret.key}
   * @throws IllegalArgumentException when it is not Base64 or too short; the message does not
   *     contain it
   */
  public static TokenKey ofBase64(String text) {
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(text.strip());
    } catch (IllegalArgumentException e) {
      decoded = new byte[0]; // The message of the cause would quote the secret.
    }
    return new TokenKey(decoded);
  }

  /** A new random key. */
  public static TokenKey random() {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    return new TokenKey(random);
  }

  /** For an environment, or a file that only its owner may read. */
  public String base64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** For signing and checking. */
  public SecretKey secret() {
    return Keys.hmacShaKeyFor(bytes);
  }

  @Override
  public String toString() {
    return "TokenKey[hidden]";
  }
}
