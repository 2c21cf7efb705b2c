package dev.nacoscapacity.simulator.workload;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a configuration of the fleet contains at a time: its data id, which content this is, and
 * padding, of ASCII that needs no escape in JSON. So a reader can tell which version it is, and
 * that nothing of it is missing.
 *
 * @param version from 1, one higher each time; 0 for none
 * @param text null for none
 * @param md5 by which client and server compare; empty for none
 */
public record ConfigContent(int version, String text, String md5) {

  /** Of a configuration that does not exist. */
  public static final ConfigContent NONE = new ConfigContent(0, null, "");

  /** Data id and version fit into so many bytes. */
  public static final int SHORTEST = 100;

  private static final char SEPARATOR = ':';

  /**
   * A configuration's content.
   *
   * @param version above 0
   * @param bytes at least {@link #SHORTEST}
   */
  public static ConfigContent of(String dataId, int version, int bytes) {
    StringBuilder text = new StringBuilder(bytes);
    text.append(dataId).append(SEPARATOR).append(version).append(SEPARATOR);
    while (text.length() < bytes) {
      text.append('x');
    }
    return new ConfigContent(version, text.toString(), md5(text.toString()));
  }

  /** The content that a text is; null when it is none of this configuration. */
  public static ConfigContent read(String dataId, String text) {
    int begin = dataId.length() + 1;
    int end = text.indexOf(SEPARATOR, begin);
    if (!text.startsWith(dataId)
        || end < 0
        || !text.substring(begin, end).matches("[1-9]\\d{0,8}")) {
      return null;
    }
    ConfigContent whole =
        of(dataId, Integer.parseInt(text.substring(begin, end)), Math.max(SHORTEST, text.length()));
    return whole.text.equals(text) ? whole : null;
  }

  private static String md5(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }
}
