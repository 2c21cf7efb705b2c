package dev.nacoscapacity.cluster.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** MD5, with which Nacos compares configurations and services, and forms request tokens. */
public final class Md5 {

  private Md5() {}

  /** The digest of a text in UTF-8, as 32 hexadecimal digits. */
  public static String of(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }
}
