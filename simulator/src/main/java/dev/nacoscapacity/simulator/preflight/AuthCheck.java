package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.simulator.auth.Credentials;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** Checks that auth is on if and only if the run uses it. */
record AuthCheck(RunIntent intent, Duration timeout) {

  /** Every node must answer, and refuse calls without a token if and only if the run uses auth. */
  Optional<String> withoutToken(InetSocketAddress target) {
    try {
      read(intent.nodes().admin(target, timeout));
      return intent.auth()
          ? Optional.of(
              "auth is off on "
                  + RunIntent.name(target)
                  + ": figures with --auth would be worthless; turn on"
                  + " nacos.core.auth.enabled or drop --auth")
          : Optional.empty();
    } catch (AdminException e) {
      if (intent.auth() && e.kind().isRefusal()) {
        return Optional.empty();
      }
      return Optional.of(
          e.kind() != Kind.REFUSED
              ? unusable(e)
              : RunIntent.name(target)
                  + " refuses calls without a token: add --auth --username USER, and --password"
                  + " to be asked for its password (or set NACOS_PASSWORD)");
    }
  }

  /**
   * An entry point in place of the nodes must answer as clients call it.
   *
   * @param login empty without auth
   */
  Optional<String> ofEntry(InetSocketAddress entry, Optional<Login> login) {
    AdminClient client = AdminClient.ofEntry(entry, intent.nodes().reach(), timeout);
    try {
      read(login.map(client::withToken).orElse(client));
      return Optional.empty();
    } catch (AdminException e) {
      return Optional.of("--entry: " + e.getMessage());
    }
  }

  /**
   * Logs in at the first node.
   *
   * @throws AdminException with a message that names the problem and the remedy
   */
  Login login(Credentials user) {
    return intent
        .nodes()
        .admin(intent.nodes().targets().get(0), timeout)
        .login(user.username(), user.password());
  }

  /** The user's token must allow reads on every node. */
  Optional<String> withToken(InetSocketAddress target, Login login, Credentials user) {
    try {
      read(intent.nodes().admin(target, timeout).withToken(login));
      return Optional.empty();
    } catch (AdminException e) {
      return Optional.of(e.kind() == Kind.REFUSED ? refused(e, user) : unusable(e));
    }
  }

  private String refused(AdminException refusal, Credentials user) {
    return ("%s, with the token that %s gave to '%s': give all nodes one secret key, and the user"
            + " the right to namespace %s")
        .formatted(
            refusal.getMessage(),
            RunIntent.name(intent.nodes().targets().get(0)),
            user.username(),
            intent.namespace());
  }

  /** Makes a call that needs a token; its service need not exist. */
  private void read(AdminClient client) {
    client.instances(intent.namespace(), intent.servicePrefix() + "preflight");
  }

  /** Describes why a node cannot be used, with a remedy. */
  static String unusable(AdminException e) {
    return e.getMessage()
        + switch (e.kind()) {
          case UNREACHABLE, TIMED_OUT -> ": start that node, or leave it out of --target";
          case NOT_READY -> ": wait until it has a raft leader";
          case WRONG_PASSWORD, REFUSED, BLOCKED, GATEWAY, ABSENT, NO_TLS -> "";
          case FAILED -> ": look at its logs";
          case UNEXPECTED -> ": is that a Nacos server's HTTP port?";
        };
  }
}
