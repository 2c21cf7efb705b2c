package dev.nacoscapacity.cluster;

import java.util.regex.Pattern;

/**
 * Hides secrets in settings of a server: the whole value of a key that names a secret, and in other
 * values what follows the name of a secret, as in {@code jdbc:mysql://h/db?user=u&password=…}, and
 * a password before a host. When in doubt it hides.
 */
public final class Redaction {

  /** The text in place of a secret. */
  public static final String HIDDEN = "hidden";

  private static final String NAMES = "secret|passw|pwd|credential|api-?key";
  private static final Pattern SECRET_KEY =
      Pattern.compile("(?i)" + NAMES + "|identity\\.value|token$");

  /** A name and its value: in quotes, or up to the next parameter. */
  private static final Pattern SET_WITHIN =
      Pattern.compile(
          "(?i)((?:" + NAMES + "|token)[\\w.-]*\\s*[=:]\\s*)(?:\"[^\"]*\"|'[^']*'|[^&;\\s]+)");

  private static final Pattern USER_BEFORE_HOST = Pattern.compile("(//[^/?#\\s:]*:)[^/?#\\s]*@");

  private Redaction() {}

  /** A setting's value without its secrets. */
  public static String value(String key, String value) {
    if (SECRET_KEY.matcher(key).find()) {
      return HIDDEN;
    }
    String within = SET_WITHIN.matcher(value).replaceAll("$1" + HIDDEN);
    return USER_BEFORE_HOST.matcher(within).replaceAll("$1" + HIDDEN + "@");
  }

  /** Whether an argument of a JVM, {@code -Dkey=value} for example, holds a secret. */
  static boolean secret(String argument) {
    int equals = argument.indexOf('=');
    return equals >= 0
        && !value(argument.substring(0, equals), argument.substring(equals + 1))
            .equals(argument.substring(equals + 1));
  }
}
