package dev.nacoscapacity.simulator.auth;

/**
 * A user of the registry.
 *
 * @param username as in Nacos
 * @param password masked by {@link #toString()}
 */
public record Credentials(String username, String password) {

  /** The user of a new registry. */
  public static final Credentials DEFAULT = new Credentials("nacos", "nacos");

  @Override
  public String toString() {
    return username + ":***";
  }
}
