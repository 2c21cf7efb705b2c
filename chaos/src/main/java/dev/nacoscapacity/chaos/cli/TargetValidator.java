package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.trial.NodeSelector;
import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Whether an experiment can be carried out on a target; whatever cannot is told in one line. */
final class TargetValidator {

  private static final Duration SETTLES = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private TargetValidator() {}

  /**
   * Finds out what can be told before anything opens.
   *
   * @param instances of the largest fleet
   * @return whether a stand-in's nodes get processes of their own
   * @throws UsageException when the target is none that may be broken, or has not these nodes
   * @throws ShortageException when this machine lacks what the fleet needs
   */
  static boolean beforeOpening(TrialOptions options, int instances, ExperimentSpec spec) {
    options.target.requireConsistent();
    if (!options.target.isOurs()) {
      throw new UsageException(
          "nodes of a registry that this project did not start can only be observed from here: break"
              + " one yourself while bin/simulator --target … --duration 5m --expect-node-loss 1"
              + " runs, or use --target local");
    }
    if (spec.byProxy() && options.target.via() != null) {
      throw new UsageException("this fault needs proxies of its own: leave --via out");
    }
    Targets.Shape shape = options.target.shape();
    if (spec.partitions()) {
      requireLinks(options.target.isStandIn());
    }
    requireNodes(spec, IntStream.range(0, shape.nodes()).mapToObj(ClusterSpec::nodeName).toList());
    RunSettings settings = options.settings(instances);
    if (spec.byProxy()) {
      requireRoomForProxies(settings.need(shape.nodes(), shape.standInHere(), shape.loopback()));
    }
    ResourceCheck room = ResourceCheck.forRun(settings, shape);
    room.shortage()
        .ifPresent(
            lacking -> {
              throw new ShortageException(lacking.sentence());
            });
    return room.standInApart();
  }

  /** Through a proxy each connection has two ends more, and both are in this process. */
  private static void requireRoomForProxies(ResourceRequirement need) {
    Doctor doctor = Doctor.ofThisMachine();
    long ours = doctor.workers(need) > 0 ? 0 : need.openFiles();
    long asked = ours + 2 * need.sockets();
    Long limit = doctor.limits().get("openFiles");
    if (limit != null && asked > limit) {
      throw new ShortageException(
          ("through proxies this fleet takes %,d open files in one process, which may have %,d: ask"
                  + " for fewer --connections or --instances")
              .formatted(asked, limit));
    }
  }

  private static void requireLinks(boolean standIn) {
    if (standIn || LocalClusters.here(said -> {}).find().flatMap(Cluster::links).isEmpty()) {
      throw new UsageException(
          "nodes that share one network cannot be cut off from one another: run bin/nacos-cluster"
              + " up --network-per-node (takes root), then --target local");
    }
  }

  private static void requireNodes(ExperimentSpec spec, List<String> names) {
    try {
      spec.method().forEach(step -> NodeSelector.requirePossible(step, names));
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /**
   * Finds out what only the opened target can tell.
   *
   * @throws UsageException when its nodes cannot be broken one by one
   * @throws ClusterException when one of them is broken already
   */
  static void ofOpened(OpenTarget opened) {
    requireBreakable(opened);
    requireWhole(opened);
    requireMended(opened);
  }

  private static void requireBreakable(OpenTarget opened) {
    boolean oneProcess =
        opened.description().kind().equals(Target.LOCAL)
            && opened.cluster().orElseThrow().spec().version() == ServerVersion.EMBEDDED
            && !opened.cluster().orElseThrow().spec().processPerNode();
    if (oneProcess) {
      throw new UsageException(
          "the local cluster is a stand-in whose nodes share one process, so none can be broken"
              + " alone: start it with --process-per-node, or use --target embedded, or a cluster"
              + " of a real version");
    }
  }

  /** A node that is cut off from the others looks well from here. */
  private static void requireMended(OpenTarget opened) {
    if (!opened.description().kind().equals(Target.LOCAL)) {
      return;
    }
    for (FaultNotes.Note note : LocalClusters.here(said -> {}).faults().all()) {
      throw new ClusterException(
          "an earlier experiment's '%s' of %s is not mended: run bin/nacos-cluster heal first"
              .formatted(note.fault(), note.node()));
    }
  }

  /** A cluster that a killed tool left broken, for example. */
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

  /** One that answers a moment too late looks as if it were starting. */
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
