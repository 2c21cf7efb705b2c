package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.Dilation;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.ScaleModel.BusiestThread;
import dev.nacoscapacity.core.record.ScaleModel.Fidelity;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.proc.MachineTime;
import dev.nacoscapacity.simulator.proc.PacedNode;
import dev.nacoscapacity.simulator.proc.PacedNode.OwnTime;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Watches in the measurement window whether the nodes of a scale model behave as on machines of
 * their own. What the kernel counts is in real time and converted here; a CPU second is the same in
 * both times.
 */
final class FidelityWatch implements Progress {

  private static final double NANOS = 1e9;

  /** How long the nodes' clocks are compared with ours before the load begins. */
  private static final Duration COMPARISON = Duration.ofMillis(500);

  /** The most by which they may differ then: a node's reading is up to {@link #GRAIN} old. */
  private static final double TOLERANCE = 0.3;

  /** In seconds of its own time, the age of a reading of a node's clock. */
  private static final double GRAIN = 0.05;

  /** In seconds; of less time the drift says little. */
  private static final double LEAST_SPAN = 5;

  private static final double MOST_USE = 0.98;

  /** Threads are many, and read each so many seconds: one that lived shorter computed little. */
  private static final int SECONDS_BETWEEN_SAMPLES = 5;

  /**
   * The cluster.
   *
   * @param dilation how many times slower than the wall's its time runs
   * @param nodeCores of each node
   * @param machineCores of this machine
   */
  record Scale(double dilation, double nodeCores, int machineCores) {}

  /** A node's clock and ours at one moment. */
  private record Moment(OwnTime node, double ours) {

    /** Whether the node stood still since then: it was paused. */
    boolean stoodStill(Moment before) {
      return node.equals(before.node);
    }

    /** The time on the node's clock for each second on ours. */
    double rateSince(Moment before) {
      return (node.seconds() - before.node.seconds()) / (ours - before.ours);
    }

    double driftSince(Moment before) {
      double apart = node.seconds() - before.node.seconds() - (ours - before.ours);
      return Math.max(0, Math.abs(apart) - GRAIN) / (ours - before.ours);
    }
  }

  private final Scale scale;
  private final List<PacedNode> nodes;
  private final Path proc;
  private final DoubleSupplier throttledSeconds;
  private final Time time;
  private boolean ramping;
  private boolean measuring;
  private int seconds;

  private Optional<MachineTime> machineBefore = Optional.empty();
  private double rampBusyShare;
  private double throttledBefore;
  private double begin;

  /** By node: when the window began, its process was seen first, or it was seen to go on. */
  private final Map<PacedNode, Moment> first = new HashMap<>();

  private final Map<PacedNode, Moment> last = new HashMap<>();

  private Optional<Double> drift = Optional.empty();
  private Optional<Fidelity> fidelity = Optional.empty();

  /**
   * @param proc where the proc file system is mounted
   * @param throttledSeconds how long the kernel held the nodes back at their quotas, by the wall
   * @param time of the cluster
   */
  FidelityWatch(
      Scale scale, List<PacedNode> nodes, Path proc, DoubleSupplier throttledSeconds, Time time) {
    this.scale = scale;
    this.nodes = List.copyOf(nodes);
    this.proc = proc;
    this.throttledSeconds = throttledSeconds;
    this.time = time;
  }

  /**
   * Compares the clocks of all nodes that run with ours.
   *
   * @throws Refusal when one of them cannot be read, or does not run as ours does
   */
  void requireOneTime() throws Refusal {
    Map<PacedNode, Moment> before = new HashMap<>();
    for (PacedNode node : running()) {
      before.put(node, required(node));
    }
    try {
      time.sleep(COMPARISON);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.inconclusive("interrupted while the nodes' clocks were compared");
    }
    for (PacedNode node : running()) {
      double rate = required(node).rateSince(before.getOrDefault(node, required(node)));
      if (Math.abs(rate - 1) > TOLERANCE) {
        throw Refusal.inconclusive(
            "the clock of %s runs %s times as fast as the cluster's, which its JVM ignores: start the cluster again with another JDK, of version 17 or later (JAVA_HOME)"
                .formatted(node.name(), NumberText.decimal(rate)));
      }
    }
  }

  private List<PacedNode> running() {
    return nodes.stream().filter(PacedNode::runs).toList();
  }

  private Moment required(PacedNode node) throws Refusal {
    return moment(node)
        .orElseThrow(
            () ->
                Refusal.inconclusive(
                    "the clock of %s cannot be read: start the cluster again with --jvm-arg=-XX:+UsePerfData"
                        .formatted(node.name())));
  }

  private Optional<Moment> moment(PacedNode node) {
    return node.ownTime().map(own -> new Moment(own, now()));
  }

  private double now() {
    return time.nanos() / NANOS;
  }

  @Override
  public void phase(String name, Duration expected) {
    try {
      if (ramping) {
        double share = machineSince().map(FidelityWatch::busyShare).orElse(0.0);
        rampBusyShare = Math.max(rampBusyShare, share);
      } else if (measuring) {
        measuring = false;
        fidelity = worst(fidelity, end());
      }
      ramping = name.equals(Phases.RAMP);
      if (ramping) {
        machineBefore = machine();
      } else if (name.equals(Phases.MEASURE)) {
        begin();
      }
    } catch (RuntimeException e) {
      // No descriptor is left to read with, which the run reports: the fidelity is not known.
      ramping = false;
      measuring = false;
    }
  }

  /** A fleet that grows in stages has a window at each of its sizes. */
  private static Optional<Fidelity> worst(Optional<Fidelity> before, Optional<Fidelity> last) {
    return before.isEmpty() ? last : last.map(before.get()::and);
  }

  @Override
  public void second(RunSecond second) {
    if (measuring) {
      try {
        nodes.forEach(this::compare);
        if (++seconds % SECONDS_BETWEEN_SAMPLES == 0) {
          nodes.forEach(PacedNode::sample);
        }
      } catch (RuntimeException e) {
        measuring = false;
      }
    }
  }

  private void begin() {
    measuring = true;
    begin = now();
    machineBefore = machine();
    throttledBefore = throttledSeconds.getAsDouble();
    nodes.forEach(PacedNode::sample);
    nodes.forEach(PacedNode::beginWindow);
    nodes.forEach(this::compare);
  }

  /** Takes the clock of a node; that of a new process is compared from now on. */
  private void compare(PacedNode node) {
    Optional<Moment> read = moment(node);
    if (read.isEmpty()) {
      return;
    }
    Moment now = read.get();
    Moment before = first.get(node);
    Optional<Moment> lately = Optional.ofNullable(last.put(node, now));
    if (lately.filter(now::stoodStill).isPresent()) {
      // It goes on at some moment before the next reading that differs, which is the first anew.
      first.remove(node);
    } else if (before == null || before.node().pid() != now.node().pid()) {
      first.put(node, now);
    } else if (now.ours() - before.ours() >= LEAST_SPAN) {
      drift = Optional.of(Math.max(drift.orElse(0.0), now.driftSince(before)));
    }
  }

  private Optional<Fidelity> end() {
    nodes.forEach(PacedNode::sample);
    nodes.forEach(this::compare);
    double window = now() - begin;
    double cpu = nodes.stream().mapToDouble(PacedNode::cpuSeconds).sum();
    double waited =
        nodes.stream().mapToDouble(PacedNode::waitSeconds).sum()
            - (throttledSeconds.getAsDouble() - throttledBefore);
    Optional<MachineTime> passed = machineSince();
    Optional<BusiestThread> busiest = busiest(window);
    if (passed.isEmpty()
        || passed.get().all() == 0
        || busiest.isEmpty()
        || drift.isEmpty()
        || cpu == 0) {
      return Optional.empty();
    }
    double busyShare = busyShare(passed.get());
    return Optional.of(
        new Fidelity(
            busyShare,
            rampBusyShare,
            passed.get().stolen() / (double) passed.get().all(),
            Dilation.needed(
                busyShare * scale.machineCores() * scale.dilation(), scale.machineCores()),
            Math.max(0, waited / scale.dilation() / cpu - waitOfOwnCores(cpu / window)) * 1e3,
            busiest.get(),
            drift.get()));
  }

  /** What this machine did; empty where it has other processors than this process may use. */
  private Optional<MachineTime> machine() {
    return MachineTime.processors(proc) == scale.machineCores()
        ? MachineTime.read(proc)
        : Optional.empty();
  }

  private Optional<MachineTime> machineSince() {
    return machineBefore.flatMap(before -> machine().map(now -> now.since(before)));
  }

  private static double busyShare(MachineTime passed) {
    return passed.all() == 0 ? 0 : passed.busy() / (double) passed.all();
  }

  /**
   * How long threads wait for a processor on machines of their own, for each CPU second: by
   * Erlang's C, for arrivals at random. Beyond {@value #MOST_USE} of a node's cores nobody would
   * wait less.
   *
   * @param coresInUse of all nodes
   */
  private double waitOfOwnCores(double coresInUse) {
    int cores = Math.max(1, (int) scale.nodeCores());
    double used = Math.min(coresInUse / nodes.size(), MOST_USE * cores);
    double blocked = 1;
    for (int each = 1; each <= cores; each++) {
      blocked = used * blocked / (each + used * blocked);
    }
    double queues = blocked / (1 - used / cores * (1 - blocked));
    return queues / (cores - used);
  }

  private Optional<BusiestThread> busiest(double window) {
    return nodes.stream()
        .flatMap(
            node ->
                node.busiest().stream()
                    .map(
                        thread ->
                            new BusiestThread(
                                node.name(), thread.name(), thread.cpuSeconds() / window)))
        .max(Comparator.comparingDouble(BusiestThread::cores));
  }

  /**
   * What the record says.
   *
   * @param runSeconds length of the run in the cluster's time
   */
  ScaleModel scaleModel(double runSeconds) {
    return new ScaleModel(
        scale.dilation(),
        scale.nodeCores(),
        scale.machineCores(),
        runSeconds * scale.dilation(),
        fidelity.orElse(null));
  }
}
