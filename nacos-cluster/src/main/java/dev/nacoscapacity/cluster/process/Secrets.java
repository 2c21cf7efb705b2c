package dev.nacoscapacity.cluster.process;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secrets that the nodes of a cluster share, written into their configuration only.
 *
 * @param tokenKey signs tokens, Base64
 * @param identityKey name of the header by which nodes identify themselves to each other
 * @param identityValue its value
 */
record Secrets(String tokenKey, String identityKey, String identityValue) {

  private static final int BYTES = 48;

  static Secrets random() {
    SecureRandom random = new SecureRandom();
    return new Secrets(
        Base64.getEncoder().encodeToString(bytes(random)),
        "nacos-" + Base64.getUrlEncoder().encodeToString(bytes(random)).replaceAll("[^a-zA-Z]", ""),
        Base64.getUrlEncoder().encodeToString(bytes(random)));
  }

  @Override
  public String toString() {
    return "Secrets[hidden]";
  }

  private static byte[] bytes(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return bytes;
  }
}
