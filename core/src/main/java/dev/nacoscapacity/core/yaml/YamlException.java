package dev.nacoscapacity.core.yaml;

/**
 * A file cannot be read, or contains invalid values. The message is one line that begins with file,
 * line and column, if known, and names the valid values.
 */
public final class YamlException extends RuntimeException {

  public YamlException(String message) {
    super(message);
  }
}
