package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/**
 * The page's content security policy: nothing from outside, and only the scripts and the style that
 * this program put into it, which are known by their hashes.
 */
final class Policy {

  private Policy() {}

  /** The policy of a page with this style and these scripts. */
  static String of(String style, String... scripts) {
    return "default-src 'none'; img-src data:; style-src %s; script-src %s; base-uri 'none'; form-action 'none'"
        .formatted(
            hash(style), Arrays.stream(scripts).map(Policy::hash).collect(Collectors.joining(" ")));
  }

  /** The policy of a page that may also ask the program that served it for newer data. */
  static String live(String policy) {
    return "connect-src 'self'; " + policy;
  }

  private static String hash(String element) {
    try {
      byte[] sha = MessageDigest.getInstance("SHA-256").digest(element.getBytes(UTF_8));
      return "'sha256-%s'".formatted(Base64.getEncoder().encodeToString(sha));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
