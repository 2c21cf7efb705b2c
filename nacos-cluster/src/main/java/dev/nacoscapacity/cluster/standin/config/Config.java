package dev.nacoscapacity.cluster.standin.config;

import dev.nacoscapacity.cluster.protocol.Md5;

/**
 * A published configuration.
 *
 * @param type as {@code text} or {@code yaml}
 * @param md5 of the content, lower case
 */
public record Config(String content, String type, String md5, long modifiedMillis) {

  static Config of(String content, String type, long modifiedMillis) {
    return new Config(content, type, Md5.of(content), modifiedMillis);
  }
}
