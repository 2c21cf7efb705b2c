package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.preflight.Preflight;
import dev.nacoscapacity.simulator.preflight.PreflightReport;
import dev.nacoscapacity.simulator.preflight.RunIntent;
import dev.nacoscapacity.simulator.run.FleetSettings;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.time.Duration;
import java.util.function.Supplier;

/** What comes before a run may load a registry: a look at what it is and holds, and a login. */
final class RegistryLook {

  /** A stall of the node or of this machine, which may take seconds, is no silence. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final RunSettings settings;
  private final OpenTarget registry;
  private final TargetOptions options;
  private final boolean alone;

  /**
   * @param alone whether the registry must hold no service but those of our own runs
   */
  RegistryLook(RunSettings settings, OpenTarget registry, TargetOptions options, boolean alone) {
    this.settings = settings;
    this.registry = registry;
    this.options = options;
    this.alone = alone;
  }

  /** Looks at every node, with what is to be offered in mind. */
  PreflightReport report() {
    return new Preflight(TIMEOUT)
        .check(
            new RunIntent(
                registry.addresses(),
                registry.registry(),
                options.credentials(),
                settings.population().namespace(),
                options.allowPublicNamespace(),
                options.confirmed(),
                alone,
                FleetSettings.SERVICE_PREFIX,
                settings.offered(),
                settings.protocol().grpc()));
  }

  /** Null without auth. */
  Access logIn() {
    Credentials credentials = options.credentials();
    if (credentials == null) {
      return null;
    }
    Login login = login(credentials);
    return new Access(login.token(), login.ttl(), credentials);
  }

  private Login login(Credentials credentials) {
    return AdminClient.of(registry.addresses().get(0), TIMEOUT)
        .login(credentials.username(), credentials.password());
  }

  /** Keeps what {@link #logIn} gave valid; of null, null. */
  Supplier<String> keep(Access access) {
    return access == null
        ? () -> null
        : new AdminToken(access, () -> login(access.credentials()), System::nanoTime);
  }
}
