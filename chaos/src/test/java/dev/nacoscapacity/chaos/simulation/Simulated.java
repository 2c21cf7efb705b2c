package dev.nacoscapacity.chaos.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.fault.FaultJournal;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.chaos.trial.ClusterView;
import dev.nacoscapacity.chaos.trial.StoredData;
import dev.nacoscapacity.chaos.trial.Trial;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Fork;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.ClusterModel;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.VirtualHost;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** A drawn load on a drawn cluster, run to its end in virtual time. */
final class Simulated {

  /** No drawn run has reason to take so long. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** From one look at the nodes to the next. */
  static final Duration LOOK = Duration.ofMillis(250);

  /** Everybody must have seen that all may go on, and looks once a second. */
  private static final Duration NOTICE = Duration.ofMillis(1500);

  /** What one process of the run left behind. */
  final class Part {

    final Workload settings;
    final StopSignal stop;
    final CallWatch calls = new CallWatch();
    final Map<String, Long> phases = new LinkedHashMap<>();
    final List<RunSecond> seconds = new ArrayList<>();

    /** How many calls had ended by the end of each second. */
    final List<Integer> endedBy = new ArrayList<>();

    MeasuredRun result;

    Part(Workload settings, StopSignal stop) {
      this.settings = settings;
      this.stop = stop;
    }

    void run(Scenario scenario) {
      RunRecord begun =
          RunRecord.builder(
                  new Tool("simulation", "0", null),
                  Instant.EPOCH,
                  Target.model(
                      drawn.model().version().toString(),
                      drawn.auth(),
                      drawn.model().settings().tokenCache(),
                      null,
                      Prediction.of("drawn", "0", "drawn", "0")),
                  settings,
                  null)
              .build();
      RunClock clock = RunClock.of(time);
      FleetSpec spec =
          new FleetSpec(
              settings,
              cluster.nodes().stream()
                  .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
                  .toList(),
              drawn.auth()
                  ? new Access(
                      ModelCluster.TOKEN, Duration.ofHours(5), new Credentials("nacos", "nacos"))
                  : null,
              GracePeriods.DEFAULT.withDue(settings.timing().registrationGrace()),
              Integer.MAX_VALUE,
              false);
      try {
        result =
            new FleetRun(
                    spec,
                    stop,
                    new Watcher(),
                    new VirtualHost(time, clock, calls.watching(new ClusterModel(cluster))),
                    scenario,
                    drawn.inStep() ? inStep(clock) : Barrier.open(clock))
                .run(begun);
      } catch (SocketException e) {
        throw new AssertionError("a model has no sockets", e);
      }
    }

    /** All go on together, as soon as the last has come. */
    private Barrier inStep(RunClock clock) {
      return (step, well) -> {
        arrived.computeIfAbsent(step, any -> new LinkedHashMap<>()).putIfAbsent(this, well);
        Map<Part, Boolean> there = arrived.get(step);
        if (there.size() < parts.size()) {
          return Optional.empty();
        }
        long at = goAt.computeIfAbsent(step, any -> clock.nanos() + NOTICE.toNanos());
        return Optional.of(new Barrier.Go(!there.containsValue(false), at));
      };
    }

    private final class Watcher implements Progress {

      @Override
      public void phase(String name, Duration expected) {
        phases.put(name, time.nanos());
      }

      @Override
      public void second(RunSecond second) {
        seconds.add(second);
        endedBy.add(calls.ended().size());
      }
    }
  }

  final Drawn drawn;
  final VirtualTime time = new VirtualTime(Instant.EPOCH);
  final ModelCluster cluster;
  final List<Part> parts = new ArrayList<>();

  /** Null without an experiment. */
  final Trial trial;

  /** What is broken between nodes and their clients, and what between nodes. */
  private final Map<String, NetworkConditions> conditions = new HashMap<>();

  private final Set<Set<String>> cuts = new HashSet<>();

  /** At each look how many instances each node has; -1 for one that does not answer. */
  final List<int[]> looks = new ArrayList<>();

  /** Which process has come to a step, and how. */
  private final Map<Barrier.Step, Map<Part, Boolean>> arrived = new EnumMap<>(Barrier.Step.class);

  private final Map<Barrier.Step, Long> goAt = new EnumMap<>(Barrier.Step.class);
  private boolean over;

  Simulated(Drawn drawn) {
    this.drawn = drawn;
    this.cluster = new ModelCluster(drawn.model(), drawn.auth(), time, drawn.seed());
    if (drawn.shards() == 1) {
      parts.add(new Part(drawn.whole(), new StopSignal()));
    } else {
      StopSignal common = new StopSignal();
      drawn
          .whole()
          .split(drawn.shards())
          .forEach(
              settings ->
                  parts.add(new Part(settings, drawn.inStep() ? common : new StopSignal())));
    }
    this.trial = drawn.experiment() == null ? null : trial();
  }

  private Trial trial() {
    return new Trial(
        drawn.experiment(),
        new ClusterView(cluster.nodes(), cluster),
        new Faults(
            clientLinks(), Optional.of(links()), Optional.empty(), cluster, FaultJournal.NONE),
        StoredData.none(),
        new Random(drawn.seed()),
        text -> {});
  }

  private ClientLinks clientLinks() {
    return (node, now) -> {
      if (now.equals(NetworkConditions.NORMAL)) {
        conditions.remove(node.name());
      } else {
        conditions.put(node.name(), now);
      }
      cluster.conditions(node, now);
    };
  }

  private Links links() {
    return new Links() {
      @Override
      public void cut(Node node, List<Node> others) {
        others.forEach(other -> cuts.add(Set.of(node.name(), other.name())));
        cluster.cut(node, others);
      }

      @Override
      public void join(Node node, List<Node> others) {
        others.forEach(other -> cuts.remove(Set.of(node.name(), other.name())));
        cluster.join(node, others);
      }
    };
  }

  /** Clients change their protocol twice, where the fleet speaks both; else nothing happens. */
  private Scenario migration() {
    if (!drawn.whole().protocol().mixed()) {
      return Scenario.NONE;
    }
    Random random = new Random(drawn.seed());
    return new Scenario() {
      private Events run;
      private int passed;

      @Override
      public void begin(Events events) {
        run = events;
      }

      @Override
      public void second(RunSecond second) {
        passed++;
        if (passed == 5 || passed == 12) {
          run.migrate(random.nextInt(5) / 4.0);
        }
      }
    };
  }

  /** To the end of the run, of whatever kind. */
  Simulated run() {
    drawn.faults().forEach(this::plan);
    if (drawn.stopAt() != null) {
      time.after(
          drawn.stopAt().toNanos(),
          () ->
              parts.forEach(
                  part ->
                      part.stop.stop(
                          StopSignal.Cause.INTERRUPTED, Message.asIs("stopped by chance"))));
    }
    time.after(
        LONGEST.toNanos(),
        () -> {
          if (!over) {
            throw new AssertionError("the run did not end within " + LONGEST);
          }
        });
    look();
    List<Fork> others =
        parts.subList(1, parts.size()).stream()
            .map(part -> time.fork("shard", () -> part.run(migration())))
            .toList();
    parts.get(0).run(trial == null ? migration() : trial);
    try {
      for (Fork other : others) {
        time.await(other.end());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    over = true;
    return this;
  }

  private void look() {
    looks.add(cluster.nodes().stream().mapToInt(this::instances).toArray());
    if (!over) {
      time.after(LOOK.toNanos(), this::look);
    }
  }

  /** How many instances a node has; -1 when it does not answer. */
  int instances(Node node) {
    return node.state() == NodeState.UP ? cluster.of(node, SECOND).metrics().instances() : -1;
  }

  private void plan(Drawn.Trouble fault) {
    List<Node> nodes = fault.nodes().stream().map(cluster.nodes()::get).toList();
    List<Node> others = cluster.nodes().stream().filter(node -> !nodes.contains(node)).toList();
    time.after(
        fault.at().toNanos(),
        () -> {
          if (!over) {
            nodes.forEach(node -> inject(fault, node, others));
          }
        });
    if (fault.lasts() != null) {
      time.after(
          fault.at().plus(fault.lasts()).toNanos(),
          () -> nodes.forEach(node -> heal(fault.kind(), node, others)));
    }
  }

  private void inject(Drawn.Trouble fault, Node node, List<Node> others) {
    switch (fault.kind()) {
      case KILL -> node.kill();
      case PAUSE -> node.pause();
      case SLOW, BLACKHOLE, RESET -> cluster.conditions(node, fault.conditions());
      case PARTITION -> cluster.cut(node, others);
    }
  }

  private void heal(FaultKind kind, Node node, List<Node> others) {
    switch (kind) {
      case KILL -> node.start();
      case PAUSE -> node.resume();
      case SLOW, BLACKHOLE, RESET -> cluster.conditions(node, NetworkConditions.NORMAL);
      case PARTITION -> cluster.join(node, others);
    }
  }

  /** The trial left nothing broken; its nodes may still be starting. */
  void requireMended() {
    assertThat(conditions).as("client links").isEmpty();
    assertThat(cuts).as("links between nodes").isEmpty();
    assertThat(cluster.nodes())
        .extracting(Node::state)
        .as("nodes")
        .doesNotContain(NodeState.DOWN, NodeState.PAUSED);
  }

  /** Heals all faults that were not healed yet. */
  void mendAll() {
    cluster.nodes().forEach(node -> cluster.conditions(node, NetworkConditions.NORMAL));
    cluster.nodes().forEach(node -> cluster.join(node, cluster.nodes()));
    cluster.start();
    awaitStarts();
  }

  /** Lets time pass until every node that starts has started. */
  void awaitStarts() {
    boolean starting =
        cluster.nodes().stream().anyMatch(node -> node.state() == NodeState.STARTING);
    if (starting) {
      double millis = drawn.model().costs().number(Cost.START) / drawn.model().machines().speed();
      pass(Duration.ofMillis((long) millis + 1));
    }
  }

  void pass(Duration duration) {
    time.runUntil(time.nanos() + duration.toNanos(), () -> false);
  }

  /** Whether every node is up, and every other one calls it so. */
  boolean isWhole() {
    return cluster.nodes().stream()
        .allMatch(
            node -> node.state() == NodeState.UP && seenBy(node).stream().allMatch(Member::up));
  }

  void requireWhole() {
    for (Node node : cluster.nodes()) {
      assertThat(node.state()).as(node.name()).isEqualTo(NodeState.UP);
      assertThat(seenBy(node)).as("as %s sees them", node.name()).allMatch(Member::up);
    }
  }

  private List<Member> seenBy(Node node) {
    return cluster.of(node, SECOND).members();
  }

  /** Whether all processes looked for stale instances after all of theirs were deregistered. */
  boolean leftNothing() {
    return parts.stream()
        .allMatch(
            part ->
                part.phases.containsKey(Phases.STALE)
                    && part.stop.request().isEmpty()
                    && Integer.valueOf(0).equals(part.result.run().registry().unswept())
                    && part.result.run().registry().worst().count(RegistryCount.STALE) == 0);
  }

  /** All that came out, for a comparison. */
  @Override
  public String toString() {
    StringBuilder all = new StringBuilder();
    for (Part part : parts) {
      all.append(part.result.run()).append(part.phases);
      for (RunSecond second : part.seconds) {
        all.append(second.at()).append(second.stats().registry());
        second.stats().operations().forEach((name, stats) -> all.append(name).append(stats));
      }
    }
    return all.append(trial == null ? null : trial.experiment(1, 1)).toString();
  }
}
