package dev.nacoscapacity.cluster.embedded.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A published configuration.
 *
 * @param type as {@code text} or {@code yaml}
 * @param md5 of the content, lower case
 */
public record Config(String content, String type, String md5, long modifiedMillis) {

  static Config of(String content, String type, long modifiedMillis) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(content.getBytes(StandardCharsets.UTF_8));
      return new Config(content, type, HexFormat.of().formatHex(digest), modifiedMillis);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }
}
