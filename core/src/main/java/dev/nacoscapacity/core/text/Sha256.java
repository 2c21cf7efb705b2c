package dev.nacoscapacity.core.text;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which every Java platform has. */
public final class Sha256 {

  private Sha256() {}

  /** One that has not digested anything. */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The digest of all of these bytes. */
  public static byte[] of(byte[] content) {
    return begin().digest(content);
  }
}
