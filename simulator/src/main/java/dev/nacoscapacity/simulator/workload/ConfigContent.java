package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.cluster.protocol.Md5;

/**
 * The content of a configuration at one version: data id, version number, and padding in ASCII that
 * needs no escape in JSON. So a reader can tell the version, and that the content is complete.
 *
 * @param version counts publications from 1; 0 when the configuration does not exist
 * @param text null when the configuration does not exist
 * @param md5 in hexadecimal digits; empty when the configuration does not exist
 */
public record ConfigContent(int version, String text, String md5) {

  /** The content of a configuration that does not exist. */
  public static final ConfigContent NONE = new ConfigContent(0, null, "");

  /** The least length of a content in bytes; data id and version always fit. */
  public static final int SHORTEST = 100;

  private static final char SEPARATOR = ':';

  /**
   * The content of a configuration at a version.
   *
   * @param version above 0
   * @param bytes length of the content, at least {@link #SHORTEST}
   */
  public static ConfigContent of(String dataId, int version, int bytes) {
    StringBuilder text = new StringBuilder(bytes);
    text.append(dataId).append(SEPARATOR).append(version).append(SEPARATOR);
    while (text.length() < bytes) {
      text.append('x');
    }
    return new ConfigContent(version, text.toString(), Md5.of(text.toString()));
  }

  /**
   * Parses a text that a server sent; null when it is no valid content of this configuration.
   *
   * @param bytes that the content was published with
   */
  public static ConfigContent read(String dataId, int bytes, String text) {
    int begin = dataId.length() + 1;
    int end = text.indexOf(SEPARATOR, begin);
    if (!text.startsWith(dataId)
        || end < 0
        || !text.substring(begin, end).matches("[1-9]\\d{0,8}")) {
      return null;
    }
    ConfigContent expected = of(dataId, Integer.parseInt(text.substring(begin, end)), bytes);
    return expected.text.equals(text) ? expected : null;
  }
}
