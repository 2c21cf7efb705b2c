package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.core.cli.OnOff;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.preflight.guard.Tolerance;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.target.Address;
import dev.nacoscapacity.simulator.target.Models;
import dev.nacoscapacity.simulator.target.NodeFront;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the registry and the access to it, for every command with a fleet. */
public final class TargetOptions {

  @Option(
      names = "--target",
      preprocessor = NodeListPreprocessor.class,
      paramLabel = "TARGET",
      defaultValue = Targets.EMBEDDED,
      description = {
        "embedded: a stand-in cluster, started here;",
        "local: the cluster that bin/nacos-cluster started, or starts for this run;",
        "model[:FILE]: a cluster in virtual time, of a YAML file or one that comes with the tool "
            + "(default: published), whose figures are predictions;",
        "HOST:PORT[,HOST:PORT...]: any registry; @FILE: its nodes, one a line as in cluster.conf "
            + "(default: ${DEFAULT-VALUE})"
      })
  private String name;

  @Mixin private LoginOptions login;

  @Option(
      names = "--auth-cache",
      paramLabel = "on|off",
      description =
          "a stand-in, local or modelled cluster remembers verified tokens (default: off)")
  private OnOff authCache;

  @Option(
      names = "--via",
      paramLabel = "proxy|gateway",
      description =
          "talk to a proxy (of bytes, HTTP or gRPC) or a gateway (checks tokens, HTTP only) in"
              + " front of each node; for a registry of yours the gateway reads $NACOS_JWT_SECRET,"
              + " in Base64")
  private NodeFront via;

  @Option(
      names = "--http-api",
      paramLabel = "auto|v1|v3",
      defaultValue = "auto",
      description =
          "which generation of Nacos's HTTP API to call; auto: v1, or v3 where a node has v1"
              + " switched off or removed (default: ${DEFAULT-VALUE}). v3 wants"
              + " $NACOS_AUTH_IDENTITY_KEY and _VALUE, or an administrator's login, to be asked for"
              + " its members")
  private ApiOption httpApi;

  @Option(names = "--yes", description = "load a registry of which a node is not on this machine")
  private boolean yes;

  @Option(
      names = "--allow-public-namespace",
      description = "allow --namespace public, where a registry's real services live")
  private boolean allowPublicNamespace;

  @Mixin private GuardOptions guard;

  @Mixin private ReachOptions reach;
  @Mixin private EntryOption entry;

  /** Null until it is read. */
  private ModelSpec model;

  private Reach resolvedReach;
  private Address.Names names = Address.Names.LOOKED_UP;

  /** The requested generation of the HTTP API. */
  enum ApiOption {
    AUTO,
    V1,
    V3
  }

  /** The name of the target, as given. */
  public String name() {
    return name;
  }

  /** Whether this project starts and stops the nodes. */
  public boolean isOurs() {
    return isStandIn() || isModel() || isLocal();
  }

  /** Whether the cluster is that of {@code bin/nacos-cluster}. */
  public boolean isLocal() {
    return name.equals(Targets.LOCAL);
  }

  /** Whether the cluster is modelled, in virtual time. */
  public boolean isModel() {
    return Targets.isModel(name);
  }

  /**
   * The model that the target names, or that replaced it.
   *
   * @throws UsageException when there is no such model, or its file is invalid
   */
  ModelSpec model() {
    if (model == null) {
      try {
        model = Models.read(name);
      } catch (IllegalArgumentException e) {
        throw new UsageException("--target", e);
      }
    }
    return model;
  }

  /** Replaces the model that the target names, by the same with the settings of a plan's row. */
  public void replaceModel(ModelSpec other) {
    model = other;
  }

  /**
   * The versions of the nodes of a cluster of ours, before it is opened.
   *
   * @param started version of a local cluster that is yet to be started
   */
  public Set<String> versions(ServerVersion started) {
    return isModel() ? Set.of(model().version().toString()) : Targets.versions(started);
  }

  public boolean isStandIn() {
    return name.equals(Targets.EMBEDDED);
  }

  /**
   * Checks the options for contradictions, and prompts for the password if necessary.
   *
   * @param grpc whether clients use gRPC
   * @throws UsageException when options contradict each other
   */
  void requireConsistent(boolean grpc) {
    guard.tolerance();
    if (isModel()) {
      requireNoNetworkOptions();
    }
    requireConsistentVia(grpc);
    login.requireConsistent();
    if (!auth() && authCache == OnOff.ON) {
      throw new UsageException("--auth-cache on needs --auth");
    }
  }

  private void requireConsistentVia(boolean grpc) {
    Reach requested = reach();
    if (via == null) {
      return;
    }
    UsageException.unless(
        requested.entry().isEmpty(),
        "--via",
        "stands in front of nodes, and with --entry clients do not call them: leave one out");
    if (via == NodeFront.GATEWAY) {
      UsageException.unless(
          requested.equals(Reach.USUAL),
          "--via gateway",
          "reads what passes, so it is for nodes that are reached without --tls, --context-path and"
              + " --grpc-port-offset: leave them out, or write --via proxy");
      UsageException.unless(
          auth(), "--via gateway", "checks tokens: add --auth, or write --via proxy");
      UsageException.unless(
          !grpc,
          "--via gateway",
          "checks HTTP requests only: write --via proxy for --protocol grpc");
      if (!isOurs()) {
        tokenKey();
      }
    }
  }

  private void requireNoNetworkOptions() {
    if (via != null) {
      throw new UsageException(
          "--via", "stands in front of addresses, and a model's nodes have none: leave it out");
    }
    if (httpApi != ApiOption.AUTO) {
      throw new UsageException(
          "--http-api", "is for servers, and a model's nodes have HTTP v1 only: leave it out");
    }
    if (yes) {
      throw new UsageException(
          "--yes", "is for nodes on other machines, and a model's are on none: leave it out");
    }
    if (guard.areGiven()) {
      throw new UsageException(
          "--expect-node-loss, --guard-ignore and --guard-tolerance are about what others have in a"
              + " registry, and a model holds nothing of others: leave them out");
    }
  }

  /** The user to log in as; empty without auth. */
  public Optional<Credentials> credentials() {
    return login.credentials();
  }

  /** The key that signs the tokens of a registry that this project did not start. */
  private static TokenKey tokenKey() {
    String text = System.getenv(TokenKey.VARIABLE);
    if (text == null) {
      throw new UsageException(
          "--via gateway must know what signs this registry's tokens: export %s with its"
                  .formatted(TokenKey.VARIABLE)
              + " ...token.secret.key, in Base64");
    }
    try {
      return TokenKey.ofBase64(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(TokenKey.VARIABLE + ": " + e.getMessage());
    }
  }

  /** An option of the target that only clients over HTTP have; empty when none is given. */
  Optional<String> httpOption() {
    if (via == NodeFront.GATEWAY) {
      return Optional.of("--via gateway");
    }
    return httpApi == ApiOption.AUTO ? Optional.empty() : Optional.of("--http-api");
  }

  /** The requested HTTP API; empty for the one that the nodes serve. */
  public Optional<HttpApi> httpApi() {
    return switch (httpApi) {
      case AUTO -> Optional.empty();
      case V1 -> Optional.of(HttpApi.V1);
      case V3 -> Optional.of(HttpApi.V3);
    };
  }

  /** Whether clients log in. */
  public boolean auth() {
    return login.auth();
  }

  /**
   * The tolerated harm to foreign services of the registry.
   *
   * @throws UsageException when an option's value is invalid
   */
  public Tolerance tolerance() {
    return guard.tolerance();
  }

  /** Whether the user has agreed to load a registry on other machines. */
  public boolean confirmed() {
    return yes;
  }

  public boolean allowPublicNamespace() {
    return allowPublicNamespace;
  }

  /** Looks up no name from now on, since no node is to be contacted. */
  public void contactNothing() {
    names = Address.Names.AS_WRITTEN;
  }

  public TargetShape shape() {
    return isModel()
        ? new TargetShape(model().nodes(), false, false, false, false)
        : shape(name, via(), reach(), names);
  }

  /**
   * How to reach the nodes.
   *
   * @throws UsageException when a value is invalid, or options contradict each other
   */
  public Reach reach() {
    if (resolvedReach == null) {
      resolvedReach = reach.reach(entry.endpoints(names), isOurs());
    }
    return resolvedReach;
  }

  /** Whether any certificate is accepted. */
  public boolean insecure() {
    return reach().tls() != null && reach().tls().insecure();
  }

  /** What the fleet calls instead of the nodes; empty for the nodes. */
  public Optional<NodeFront> via() {
    return Optional.ofNullable(via);
  }

  /**
   * The properties of a target that are known before it is opened.
   *
   * @param via what the fleet calls instead of the nodes; empty for the nodes
   * @param reach how to reach the nodes
   * @param names what becomes of the names of nodes
   */
  public static TargetShape shape(
      String name, Optional<NodeFront> via, Reach reach, Address.Names names) {
    try {
      return Targets.shape(name, via, reach, names);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--target: " + e.getMessage());
    }
  }

  /**
   * Opens the target, which may start a cluster.
   *
   * @param apart whether a stand-in runs in separate processes
   * @param real version of a local cluster, if one must be started
   * @param progress receives a line for each step while a cluster starts
   */
  public OpenTarget open(boolean apart, ServerVersion real, Consumer<String> progress) {
    Optional<Boolean> cache = Optional.ofNullable(authCache).map(choice -> choice == OnOff.ON);
    try {
      if (isModel()) {
        return Models.open(model(), real, auth(), cache);
      }
      OpenTarget opened = Targets.open(name, apart, real, auth(), cache, reach(), progress);
      return via == null
          ? opened
          : Targets.through(
              opened,
              via,
              isOurs() || via == NodeFront.PROXY ? Optional.empty() : Optional.of(tokenKey()));
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
