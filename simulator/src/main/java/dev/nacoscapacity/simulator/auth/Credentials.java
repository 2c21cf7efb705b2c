package dev.nacoscapacity.simulator.auth;

/**
 * A user of the registry.
 *
 * @param username as in Nacos
 * @param password masked by {@link #toString()}
 */
public record Credentials(String username, String password) {

  @Override
  public String toString() {
    return username + ":***";
  }
}
