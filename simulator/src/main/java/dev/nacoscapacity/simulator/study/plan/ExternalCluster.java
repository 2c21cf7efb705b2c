package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.hook.Hook;
import dev.nacoscapacity.cluster.hook.HookException;
import dev.nacoscapacity.cluster.hook.Operator;
import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.cluster.hook.ShellHook;
import dev.nacoscapacity.cluster.network.LocalAddresses;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.simulator.target.Address;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A cluster that this project did not start: a command or a person applies the settings of a row.
 * The answers of the nodes must match the row before the row runs.
 */
final class ExternalCluster {

  /** Rolling out new settings takes minutes. */
  private static final Duration COMMAND = Duration.ofMinutes(15);

  private static final Duration PERSON = Duration.ofHours(24);

  /** How long nodes with new settings may take to start and find each other. */
  private static final Duration READY = Duration.ofMinutes(5);

  /**
   * The command of a user whose cluster has a row's settings already: there is no start to await.
   */
  private static final ShellCommand NO_CHANGE = new ShellCommand("true");

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /**
   * Who applies the settings of a row.
   *
   * @param command that does; without one the person is asked
   */
  record Change(Optional<ShellCommand> command, Operator person) {

    private boolean isNone() {
      return command.filter(NO_CHANGE::equals).isPresent();
    }
  }

  private final List<String> addresses;
  private final Change change;
  private final BiFunction<ClusterSpec, List<InetSocketAddress>, Optional<String>> check;
  private final Time time;
  private final Consumer<String> progress;
  private final BooleanSupplier stopped;
  private Optional<ClusterSpec> now = Optional.empty();

  /**
   * @param target {@code HOST:PORT[,HOST:PORT…]}; a row of fewer nodes has the first of them
   * @param check gives a sentence on the difference between a row and the nodes' answers
   * @param progress receives messages for the user
   * @param stopped whether the plan should stop
   */
  ExternalCluster(
      String target,
      Change change,
      BiFunction<ClusterSpec, List<InetSocketAddress>, Optional<String>> check,
      Time time,
      Consumer<String> progress,
      BooleanSupplier stopped) {
    this.addresses = Address.parts(target);
    this.change = change;
    this.check = check;
    this.time = time;
    this.progress = progress;
    this.stopped = stopped;
  }

  /**
   * Checks whether a plan can be run on a target.
   *
   * @param confirmed whether a cluster on other machines may be loaded
   * @param names what becomes of the names of nodes
   * @throws UsageException when there are too few nodes for a row, or the load was not confirmed
   */
  static void require(Plan plan, String target, boolean confirmed, Address.Names names) {
    List<InetSocketAddress> named;
    try {
      named = Address.parseList(target, names);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--target", e);
    }
    if (named.stream().anyMatch(InetSocketAddress::isUnresolved)) {
      // A name may stand for any number of nodes.
      return;
    }
    int most = plan.rows().stream().mapToInt(row -> row.cluster().nodes()).max().orElse(0);
    UsageException.unless(
        most <= named.size(),
        "--target",
        "names %s, and a row of this plan is for %d: name them all"
            .formatted(ClusterSpec.counted(named.size()), most));
    // A name may stand for several nodes, of which a row cannot have some.
    int parts = Address.parts(target).size();
    UsageException.unless(
        parts == named.size()
            || plan.rows().stream().allMatch(row -> row.cluster().nodes() == named.size()),
        "--target",
        "has a name for several of its %d nodes, and rows of this plan are for fewer: name each node"
            .formatted(named.size()));
    UsageException.unless(
        confirmed || named.stream().allMatch(node -> LocalAddresses.holds(node.getAddress())),
        "--target",
        "is not on this machine, and rows would load it: add -- --yes if that is meant");
  }

  /** The target argument of a row's run. */
  String target(PlanRow row) {
    int parts = Math.min(addresses.size(), row.cluster().nodes());
    return String.join(",", addresses.subList(0, parts));
  }

  /**
   * Applies the settings of a row.
   *
   * @param number of the row, from 1
   * @return whether the cluster matches the row; if not, the reason was reported
   */
  boolean prepare(int number, PlanRow row) {
    try {
      if (!now.equals(Optional.of(row.cluster()))) {
        change(number, row);
      }
      Optional<String> wrong = differs(row);
      wrong.ifPresent(
          why -> progress.accept("row %d cannot run on this cluster: %s".formatted(number, why)));
      now = wrong.isEmpty() ? Optional.of(row.cluster()) : Optional.empty();
      return wrong.isEmpty();
    } catch (HookException e) {
      progress.accept("row %d cannot run: %s".formatted(number, e.getMessage()));
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void change(int number, PlanRow row) {
    String request = "row %d asks for %s".formatted(number, row.setting());
    Hook hook =
        change
            .command()
            .map(command -> start(command, request, number, row.cluster()))
            .orElseGet(() -> change.person().ask(request + wish(row)));
    hook.await(
        change.command().isPresent() ? COMMAND : PERSON,
        time,
        () -> {
          if (stopped.getAsBoolean()) {
            hook.cancel();
            throw new HookException("the plan was interrupted");
          }
        });
  }

  private String wish(PlanRow row) {
    List<String> args = row.cluster().jvmArgs();
    return (args.isEmpty() ? "" : " " + args) + ": change the cluster of " + target(row);
  }

  private Hook start(ShellCommand command, String request, int number, ClusterSpec spec) {
    progress.accept(request + ": --reconfigure-cmd");
    ShellCommand filled =
        command.filled(
            new TreeMap<>(
                Map.of(
                    "row", Integer.toString(number),
                    "version", spec.server(),
                    "nodes", Integer.toString(spec.nodes()),
                    "auth", onOff(spec.auth()),
                    "auth-cache", onOff(spec.authCache()),
                    "heap", spec.heap())));
    return ShellHook.start("--reconfigure-cmd", filled, Path.of("").toAbsolutePath(), progress);
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }

  /** How the cluster differs from a row, after some time for nodes that have just been changed. */
  private Optional<String> differs(PlanRow row) throws InterruptedException {
    List<InetSocketAddress> nodes = Address.parseList(target(row));
    long begun = time.nanos();
    Optional<String> wrong = check.apply(row.cluster(), nodes);
    if (change.isNone()) {
      return wrong;
    }
    wrong.ifPresent(why -> progress.accept("waiting, since " + why));
    while (wrong.isPresent() && !stopped.getAsBoolean() && time.nanos() - begun < READY.toNanos()) {
      time.sleep(LOOK_AGAIN);
      wrong = check.apply(row.cluster(), nodes);
    }
    return wrong;
  }
}
