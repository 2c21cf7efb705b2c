package dev.nacoscapacity.cluster.yaml;

/**
 * A file that cannot be read, or asks for what is impossible. The message is one line that begins
 * with the file, the line and the column, where they are known, and says what is allowed.
 */
public final class YamlException extends RuntimeException {

  public YamlException(String message) {
    super(message);
  }
}
