package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.auth.Credentials;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the login to a registry. */
public final class LoginOptions {

  private static final String DEFAULT_USER = "nacos";

  @Option(names = "--auth", description = "log in, and send a token with each call")
  private boolean auth;

  @Option(
      names = "--username",
      paramLabel = "NAME",
      description = "user to log in as (default: " + DEFAULT_USER + ")")
  private String username;

  @Mixin private PasswordOptions password;

  /**
   * Checks the options for contradictions, and prompts for the password if necessary, so that the
   * user need not wait for a cluster to type it.
   *
   * @throws UsageException when options contradict each other
   */
  public void requireConsistent() {
    password.requireNoValue();
    if (!auth && (username != null || password.areGiven())) {
      throw new UsageException("--username and --password need --auth");
    }
    if (auth) {
      password.password();
    }
  }

  /** Whether to log in. */
  public boolean auth() {
    return auth;
  }

  /** The user to log in as; empty without auth. */
  public Optional<Credentials> credentials() {
    return auth
        ? Optional.of(
            new Credentials(username == null ? DEFAULT_USER : username, password.password()))
        : Optional.empty();
  }
}
