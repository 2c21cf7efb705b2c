package dev.nacoscapacity.cluster;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Hides secrets in settings of a server and in options of ours: the whole value of a key that names
 * a secret, and in other values what follows the name of a secret, as in {@code
 * jdbc:mysql://h/db?user=u&password=…} and {@code --password …}, and a password before a host. When
 * in doubt it hides. Of an operator's command nothing is shown that could need it, see {@link
 * dev.nacoscapacity.cluster.hook.ShellCommand}.
 */
public final class Redaction {

  /** The text in place of a secret. */
  public static final String HIDDEN = "hidden";

  private static final String NAMES = "secret|passw|pwd|credential|api-?key";
  private static final Pattern SECRET_KEY =
      Pattern.compile("(?i)" + NAMES + "|identity\\.value|token$");

  private static final String QUOTED = "\"[^\"]*\"|'[^']*'";

  /** What comes before a secret, and the secret. */
  private static final List<Pattern> WITHIN =
      List.of(
          // A name and its value, up to the next parameter.
          Pattern.compile(
              "(?i)((?:%s|token)[\\w.-]*\\s*[=:]\\s*)(?:%s|[^&;\\s]+)".formatted(NAMES, QUOTED)),
          // An option and the word after it.
          Pattern.compile(
              "(?i)((?<!\\S)--?[\\w-]*(?:%s|token)[\\w-]*\\s+)(?:%s|[^\\s-]\\S*)"
                  .formatted(NAMES, QUOTED)),
          Pattern.compile("(//[^/?#\\s:]*:)[^/?#\\s]*(?=@)"));

  private Redaction() {}

  /** A setting's value without its secrets. */
  public static String value(String key, String value) {
    if (SECRET_KEY.matcher(key).find()) {
      return HIDDEN;
    }
    String shown = value;
    for (Pattern pattern : WITHIN) {
      shown = pattern.matcher(shown).replaceAll("$1" + HIDDEN);
    }
    return shown;
  }

  /** Whether an argument of a JVM, {@code -Dkey=value} for example, holds a secret. */
  static boolean secret(String argument) {
    int equals = argument.indexOf('=');
    return equals >= 0
        && !value(argument.substring(0, equals), argument.substring(equals + 1))
            .equals(argument.substring(equals + 1));
  }
}
