package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.cli.OnOff;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.preflight.guard.Tolerance;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.target.Address;
import dev.nacoscapacity.simulator.target.Models;
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
   * @throws UsageException when options contradict each other
   */
  void requireConsistent() {
    guard.tolerance();
    if (isModel()) {
      requireNoNetworkOptions();
    }
    reach();
    login.requireConsistent();
    if (!auth() && authCache == OnOff.ON) {
      throw new UsageException("--auth-cache on needs --auth");
    }
  }

  private void requireNoNetworkOptions() {
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

  /** An option of the target that only clients over HTTP have; empty when none is given. */
  Optional<String> httpOption() {
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
        : shape(name, reach(), names);
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

  /**
   * The properties of a target that are known before it is opened.
   *
   * @param reach how to reach the nodes
   * @param names what becomes of the names of nodes
   */
  public static TargetShape shape(String name, Reach reach, Address.Names names) {
    try {
      return Targets.shape(name, reach, names);
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
      return isModel()
          ? Models.open(model(), real, auth(), cache)
          : Targets.open(name, apart, real, auth(), cache, reach(), progress);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
