package dev.nacoscapacity.simulator.auth;

/**
 * A user of the registry.
 *
 * @param username as Nacos knows it
 * @param password never printed: {@link #toString()} masks it
 */
public record Credentials(String username, String password) {

  @Override
  public String toString() {
    return username + ":***";
  }
}
