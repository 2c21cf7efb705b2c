package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.VersionChange;
import dev.nacoscapacity.chaos.fault.Hooks;
import dev.nacoscapacity.chaos.trial.NodeSelector;
import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.session.NodeVersions;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks whether an experiment can run on a target; an error is one line. */
final class TargetValidator {

  private static final Duration SETTLES = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private TargetValidator() {}

  /**
   * Checks what is known before the target is opened.
   *
   * @param instances of the largest fleet
   * @param hooks that break its nodes; empty for none
   * @throws UsageException when the target does not allow these faults, or does not have these
   *     nodes, or the fleet is a shard
   * @throws dev.nacoscapacity.simulator.preflight.machine.ShortageException when this machine lacks
   *     resources for the fleet
   */
  static ResourceCheck beforeOpening(
      RunOptions options, int instances, ExperimentSpec spec, Optional<Hooks> hooks) {
    TargetOptions target = options.target();
    options.requireConsistent();
    options.workload().requireWhole();
    NodeVersions.learn(
        options, spec.upgrade().map(VersionChange::from).orElseGet(options.workload()::realServer));
    requireHooks(spec, target, hooks);
    if (spec.byProxy()) {
      UsageException.unless(
          target.reach().entry().isEmpty(),
          "--entry",
          "sends clients to a load balancer, and this fault stands between them and a node: leave"
              + " it out");
    }
    if (target.isOurs()) {
      spec.upgrade().ifPresent(versions -> requireUpgradable(versions, options, instances));
    }
    TargetShape shape = target.shape();
    if (spec.partitions() && target.isOurs() && !target.isModel()) {
      requireLinks(target.isStandIn());
    }
    if (target.isOurs()) {
      NodeSelector.requirePossible(
          spec, IntStream.range(0, shape.nodes()).mapToObj(ClusterSpec::nodeName).toList());
    }
    ResourceCheck room =
        ResourceCheck.forRun(
            options.settings(instances), spec.byProxy() ? shape.throughProxies() : shape);
    room.requireRoom();
    return room;
  }

  /** Nodes that this project started need no hooks; other nodes are only broken by hooks. */
  private static void requireHooks(
      ExperimentSpec spec, TargetOptions target, Optional<Hooks> hooks) {
    boolean needed = spec.method().stream().anyMatch(step -> !step.fault().byProxy());
    if (target.isOurs() || !needed) {
      UsageException.unless(
          hooks.isEmpty(),
          "--break-cmd and --heal-cmd",
          needed
              ? "are for a cluster that this project did not start: leave them out, or write"
                  + " --target HOST:PORT,…"
              : "break nodes, and this fault is done by proxies: leave them out");
    } else if (spec.upgrade().isPresent()) {
      throw new UsageException(
          "an upgrade replaces servers of --target local: for a cluster of yours write"
              + " rolling-restart with a --heal-cmd that starts the other version");
    } else if (hooks.isEmpty()) {
      throw new UsageException(
          "nodes that this project did not start are broken by you: add --break-cmd COMMAND and"
              + " --heal-cmd COMMAND");
    }
  }

  private static void requireLinks(boolean standIn) {
    if (standIn || LocalClusters.here(line -> {}).find().flatMap(Cluster::links).isEmpty()) {
      throw new UsageException(
          "nodes that share one network cannot be cut off from one another: run bin/nacos-cluster"
              + " up --network-per-node (takes root), then --target local");
    }
  }

  private static void requireUpgradable(VersionChange versions, RunOptions options, int instances) {
    TargetOptions target = options.target();
    if (target.isStandIn() || target.isModel()) {
      throw new UsageException(
          "an upgrade replaces real servers, and neither a stand-in nor a model has any: use"
              + " --target local");
    }
    Protocol protocol = options.settings(instances).protocol();
    if (versions.clientsFollow() && !protocol.mixed()) {
      throw new UsageException(
          "--clients-follow",
          "needs a fleet that may speak both protocols: write for example --protocol %s"
              .formatted(versions.from().grpc() ? "http=0.7,grpc=0.3" : "http=1,grpc=0"));
    }
    if (protocol.grpcShare() > 0 && !versions.from().grpc()) {
      throw new UsageException(
          "--protocol",
          "grpc needs nodes that know it, and those of %s do not".formatted(versions.from()));
    }
    Optional<Cluster> running = LocalClusters.here(line -> {}).find();
    running
        .map(cluster -> cluster.spec().server())
        .filter(server -> !server.equals(running.get().spec().version().toString()))
        .ifPresent(
            server -> {
              throw new UsageException(
                  "the local cluster runs %s of --home, and an upgrade knows %s only: start it with --nacos-version"
                      .formatted(server, running.get().spec().version()));
            });
    List<ServerVersion> nodeVersions =
        running.map(Cluster::versions).orElse(List.of(versions.from()));
    if (!nodeVersions.contains(versions.from())
        || !List.of(versions.from(), versions.to()).containsAll(nodeVersions)) {
      throw new UsageException(
          "--from-version",
          "the local cluster's nodes are of %s, and not of %s: name what they are, or take it down first (bin/nacos-cluster down)"
              .formatted(
                  nodeVersions.stream()
                      .map(ServerVersion::toString)
                      .collect(Collectors.joining(" and ")),
                  versions.from()));
    }
  }

  /**
   * Checks what only the opened target shows.
   *
   * @throws UsageException when its nodes cannot be broken one by one
   * @throws ClusterException when one of them is broken already
   */
  static void ofOpened(OpenTarget opened) {
    requireWhole(opened);
    if (opened.description().kind().equals(Target.LOCAL)) {
      // A node that is cut off from the other nodes looks healthy from this machine.
      requireHealed(
          LocalClusters.here(line -> {}).faults(), node -> true, "bin/nacos-cluster heal");
    }
  }

  /**
   * Checks a registry that this project did not start; the preflight checks its state.
   *
   * @throws UsageException when the registry does not have these nodes, or the name of a node is
   *     unsafe in a command
   * @throws ClusterException when one of them is broken already
   */
  static void ofExternal(ExternalNodes external, ExperimentSpec spec, Optional<Hooks> hooks) {
    NodeSelector.requirePossible(spec, external.nodes().stream().map(Node::name).toList());
    external.requireMembers();
    if (hooks.isEmpty()) {
      return;
    }
    for (Node node : external.nodes()) {
      try {
        hooks.get().requireSafe(node);
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage());
      }
    }
    List<String> names = external.nodes().stream().map(Node::name).toList();
    requireHealed(LocalClusters.here(line -> {}).hooks(), names::contains, "bin/chaos heal");
  }

  private static void requireHealed(FaultNotes notes, Predicate<String> nodes, String command) {
    for (FaultNotes.Note note : notes.all()) {
      if (nodes.test(note.node())) {
        throw new ClusterException(
            "an earlier experiment's '%s' of %s is not healed: run %s first"
                .formatted(note.fault(), note.node(), command));
      }
    }
  }

  /** A killed tool, for example, leaves a broken cluster. */
  private static void requireWhole(OpenTarget opened) {
    for (Node node : opened.cluster().orElseThrow().nodes()) {
      NodeState state = settled(node);
      if (state != NodeState.UP) {
        throw new ClusterException(
            "%s is %s before anything was broken: run bin/nacos-cluster heal first"
                .formatted(node.name(), state));
      }
    }
  }

  /** Retries, since a node that answers slowly looks like one that is starting. */
  private static NodeState settled(Node node) {
    long deadline = System.nanoTime() + SETTLES.toNanos();
    NodeState state = node.state();
    while (state == NodeState.STARTING
        && System.nanoTime() - deadline < 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
      state = node.state();
    }
    return state;
  }
}
