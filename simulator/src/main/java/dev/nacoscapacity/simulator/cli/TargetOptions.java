package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import dev.nacoscapacity.simulator.wire.http.Credentials;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Which registry, and how to be let in: the options that every command with a fleet shares. */
public final class TargetOptions {

  private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(5);

  @Option(
      names = "--target",
      paramLabel = "TARGET",
      defaultValue = Targets.EMBEDDED,
      description = {
        "embedded: a stand-in cluster, started here;",
        "local: the cluster that bin/nacos-cluster started, or starts for this run;",
        "HOST:PORT[,HOST:PORT...]: any registry (default: ${DEFAULT-VALUE})"
      })
  private String name;

  @Option(names = "--auth", description = "log in, and send a token with each call")
  private boolean auth;

  @Option(
      names = "--username",
      defaultValue = "nacos",
      description = "user to log in as (default: ${DEFAULT-VALUE})")
  private String username;

  @Option(
      names = "--password",
      arity = "0..1",
      interactive = true,
      echo = false,
      defaultValue = "${env:NACOS_PASSWORD:-nacos}",
      description =
          "its password; asked for when no value follows (default: $NACOS_PASSWORD, or nacos)")
  private String password;

  @Option(
      names = "--auth-cache",
      paramLabel = "on|off",
      defaultValue = "off",
      description = "a cluster started here remembers verified tokens (default: ${DEFAULT-VALUE})")
  private OnOff authCache;

  @Option(names = "--yes", description = "load a registry that is not on this machine")
  private boolean yes;

  private enum OnOff {
    ON,
    OFF
  }

  boolean isStandIn() {
    return name.equals(Targets.EMBEDDED);
  }

  boolean auth() {
    return auth;
  }

  Credentials credentials() {
    return new Credentials(username, password);
  }

  Targets.Shape shape() {
    try {
      return Targets.shape(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--target: " + e.getMessage());
    }
  }

  OpenTarget open() {
    return Targets.open(name, auth, authCache == OnOff.ON);
  }

  /** The fleet's tokens, the shared one granted; null without auth. */
  Tokens logIn(OpenTarget registry, boolean each, int instances) {
    if (!auth) {
      return null;
    }
    if (each) {
      return Tokens.perClient(instances);
    }
    Tokens tokens = Tokens.shared();
    Login login =
        AdminClient.of(registry.addresses().get(0), ADMIN_TIMEOUT).login(username, password);
    tokens.granted(0, login.token(), login.ttl(), System.nanoTime());
    return tokens;
  }
}
