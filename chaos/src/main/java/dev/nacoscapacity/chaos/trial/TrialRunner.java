package dev.nacoscapacity.chaos.trial;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.chaos.checker.Checkers;
import dev.nacoscapacity.chaos.checker.History;
import dev.nacoscapacity.chaos.checker.Second;
import dev.nacoscapacity.chaos.checker.SteadyState;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.hook.HookException;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Stage;
import dev.nacoscapacity.reports.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.text.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Runs the stages of a trial one after the other: waits for the steady state, breaks nodes, heals
 * them, and observes. However the stages end, all faults are healed. The findings can be read
 * before the stages have ended, since the end of a run waits for them only for a limited time.
 */
final class TrialRunner implements Runnable {

  /** Number of seconds over which the calls served before a fault are counted. */
  private static final int SERVED_SECONDS = 10;

  /**
   * The sentence of a hook that did not do what it should; all other findings are meaningless then.
   */
  private static final String HOOK = "trial.hook";

  /** How often a healed node that exits during its start is started again. */
  private static final int MAX_STARTS = 3;

  private final ExperimentSpec spec;
  private final Experiment.Hypothesis hypothesis;
  private final Faults faults;
  private final Random random;
  private final Members members;
  private final Timeline timeline;
  private final ActiveFaults active;
  private final StoredData data;
  private final Consumer<String> progress;
  private final TrialSeconds seconds = new TrialSeconds();
  private final List<Stage> stages = new CopyOnWriteArrayList<>();
  private volatile Baseline baseline;
  private volatile Map<String, SurvivingData> left = Map.of();
  private final List<Message> problems = new CopyOnWriteArrayList<>();
  private volatile boolean over;

  /**
   * @param random chooses among nodes
   * @param progress receives a line for each action
   */
  TrialRunner(
      ExperimentSpec spec,
      Faults faults,
      Random random,
      Members members,
      Timeline timeline,
      ActiveFaults active,
      StoredData data,
      Consumer<String> progress) {
    this.spec = spec;
    this.hypothesis = spec.hypothesis().recorded();
    this.faults = faults;
    this.random = random;
    this.members = members;
    this.timeline = timeline;
    this.active = active;
    this.data = data;
    this.progress = progress;
  }

  @Override
  public void run() {
    try {
      data.store();
      if (gate()) {
        if (carriedOut()) {
          progress.accept("observing for up to %d s".formatted(spec.observe().toSeconds()));
          stage("observe", () -> awaitSteady(spec.observe()));
          settle();
        }
        left = data.left(timeline.time());
      }
    } catch (InterruptedException e) {
      add(Message.of("trial.interrupted"));
    } catch (IllegalArgumentException | ClusterException e) {
      add(asIs(e));
    } catch (RuntimeException e) {
      add(Message.of("trial.internalError", with("what", e.toString())));
      throw e;
    } finally {
      try {
        healAll();
      } finally {
        over = true;
      }
    }
  }

  /** Called at the end of each second of the run. */
  void second(Second second) {
    seconds.add(second);
  }

  boolean over() {
    return over;
  }

  /** Why the trial did not run as planned; null when it did. */
  Message problem() {
    List<Object> ofHooks =
        problems.stream()
            .filter(problem -> problem.code().equals(HOOK))
            .map(problem -> problem.arguments().get("text"))
            .toList();
    if (!ofHooks.isEmpty()) {
      return Message.of(HOOK, with("text", ofHooks));
    }
    return problems.isEmpty()
        ? null
        : problems.size() == 1
            ? problems.get(0)
            : Message.of("trial.problems", with("problems", problems));
  }

  /** The stages that have ended. */
  List<Stage> stages() {
    return List.copyOf(stages);
  }

  /** The baseline; null when the steady state before the faults never held. */
  Baseline baseline() {
    return baseline;
  }

  /** The stored items that are left. */
  Map<String, SurvivingData> left() {
    return left;
  }

  History history() {
    return new History(seconds.all(), timeline.events(), active.recorded());
  }

  /** Heals all faults, even if this thread is interrupted. */
  void healAll() {
    boolean interrupted = Thread.interrupted();
    try {
      heal(active.broken());
    } catch (ClusterException e) {
      add(asIs(e));
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Adds a problem, unless it was reported already. */
  private synchronized void add(Message what) {
    if (!problems.contains(what)) {
      problems.add(what);
    }
  }

  /** The message of an exception. */
  private static Message asIs(RuntimeException e) {
    return Message.of(
        e instanceof HookException ? HOOK : "asIs", with("text", String.valueOf(e.getMessage())));
  }

  private interface Action {
    Optional<Message> run() throws InterruptedException;
  }

  private Optional<Message> stage(String name, Action action) throws InterruptedException {
    double from = timeline.now();
    try {
      return action.run();
    } finally {
      stages.add(new Stage(name, from, timeline.now()));
    }
  }

  private boolean gate() throws InterruptedException {
    double stretch = hypothesis.stretchSeconds();
    Duration limit = spec.hypothesis().gate();
    progress.accept("gate: waiting for %.0f s of steady state".formatted(stretch));
    Optional<Message> missed = stage("gate", () -> awaitSteady(limit));
    missed.ifPresent(
        why ->
            add(
                Message.of(
                    "trial.neverSteady",
                    with("seconds", stretch).and("limit", limit.toSeconds()).and("why", why))));
    return missed.isEmpty();
  }

  private boolean carriedOut() throws InterruptedException {
    Optional<Message> stuck = stage("method", this::carryOut);
    stuck.ifPresent(this::add);
    return stuck.isEmpty();
  }

  /** Heals the faults that last until the end of the observation, and observes once more. */
  private void settle() throws InterruptedException {
    if (spec.healAfter() == null) {
      heal(active.broken());
      stage("settled", () -> awaitSteady(spec.observe()));
    }
  }

  /**
   * Waits for a steady period; the first one becomes the baseline of the following ones.
   *
   * @return why the last period was not steady, if none was in time
   */
  private Optional<Message> awaitSteady(Duration limit) throws InterruptedException {
    double from = timeline.now();
    double deadline = in(limit);
    Watchdog watchdog = new Watchdog();
    History soFar = new History(List.of(), List.of(), active.recorded());
    Optional<Message> missed = Optional.of(Message.of("steady.notYet"));
    while (missed.isPresent() && timeline.now() < deadline) {
      seconds.awaitNext(timeline.time());
      watchdog.look();
      List<Second> last = seconds.last(hypothesis.stretchSeconds(), from);
      if (!last.isEmpty()) {
        missed = SteadyState.missed(last, hypothesis, baseline, soFar::out).or(this::notRejoined);
        if (missed.isEmpty() && baseline == null) {
          baseline = SteadyState.baseline(last);
        }
      }
    }
    return missed;
  }

  /** The problem of a healed node that has not rejoined yet. */
  private Optional<Message> notRejoined() {
    return Checkers.away(history())
        .map(node -> Message.of("steady.notRejoined", with("node", node)));
  }

  /**
   * Breaks nodes step by step, and heals faults whose duration ends meanwhile.
   *
   * @return why the steps stopped: a node of a rolling fault did not return
   * @throws IllegalArgumentException when a step finds no nodes to break
   */
  private Optional<Message> carryOut() throws InterruptedException {
    for (Step step : spec.method()) {
      timeline.time().sleep(step.after());
      Optional<Message> stuck = perform(step);
      if (stuck.isPresent()) {
        return stuck;
      }
    }
    return Optional.empty();
  }

  private Optional<Message> perform(Step step) throws InterruptedException {
    String leader = members.leader().orElse(null);
    List<String> inService =
        members.nodes().stream()
            .filter(node -> !active.isBroken(node.name()) && step.concerns(node))
            .map(Node::name)
            .toList();
    List<List<String>> groups = NodeSelector.choose(step, inService, leader, random);
    for (int i = 0; i < groups.size(); i++) {
      List<String> group = groups.get(i);
      active.inject(group.stream().map(name -> intent(step, name, group, leader)).toList());
      if (spec.healAfter() != null) {
        timeline.time().sleep(spec.healAfter());
        heal(group);
        // The return of the last node is part of the observation, except in an upgrade, which ends
        // with its return.
        boolean awaited = i + 1 < groups.size() || step.fault() == FaultKind.UPGRADE;
        if (awaited && !back()) {
          return Optional.of(
              Message.of(
                  "trial.notBack", with("nodes", group).and("limit", spec.observe().toSeconds())));
        }
        boolean half = i == (groups.size() - 1) / 2;
        if (half && step.versions() != null && step.versions().clientsFollow()) {
          progress.accept("half of the nodes are replaced, and clients follow");
          timeline.migrate(step.versions().grpcShare());
        }
      }
    }
    return Optional.empty();
  }

  private ActiveFaults.Intent intent(Step step, String name, List<String> group, String leader) {
    List<Node> others =
        members.nodes().stream().filter(node -> !group.contains(node.name())).toList();
    Node node = node(name);
    ActiveFaults.Intent intent =
        new ActiveFaults.Intent(
            faults.of(step, node, others),
            step.fault(),
            leader == null ? null : leader.equals(name),
            members.owned(node),
            seconds.served(name, SERVED_SECONDS));
    progress.accept(
        "%s %s (%sowns %s instances, serves %.1f calls/s)"
            .formatted(
                step.fault().word(),
                name,
                name.equals(leader) ? "leader, " : "",
                intent.owned() == null ? "unknown" : intent.owned(),
                intent.served()));
    return intent;
  }

  /** Waits until every node reports every member as UP, so that the next node can follow. */
  private boolean back() throws InterruptedException {
    double deadline = in(spec.observe());
    Watchdog watchdog = new Watchdog();
    while (!members.allSeeUp()) {
      if (timeline.now() > deadline) {
        return false;
      }
      seconds.awaitNext(timeline.time());
      watchdog.look();
    }
    // An upgraded node no longer needs a copy of its old version.
    members.nodes().forEach(Node::settle);
    return true;
  }

  /**
   * Heals these nodes.
   *
   * @throws ClusterException when a node cannot be healed; the other nodes are healed nevertheless
   */
  private void heal(List<String> nodes) {
    if (!nodes.isEmpty()) {
      progress.accept("healing " + String.join(", ", nodes));
      active.heal(nodes);
    }
  }

  private Node node(String name) {
    return members.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The moment after a duration from now, in seconds since the run began. */
  private double in(Duration time) {
    return timeline.now() + time.toMillis() / 1e3;
  }

  /**
   * Restarts a healed node that exited during its start, as a supervisor would, a few times: on a
   * busy machine the start of a real server sometimes fails for lack of CPU or of a raft leader.
   */
  private final class Watchdog {

    private final Map<String, Integer> starts = new HashMap<>();
    private final Set<String> seenUp = new HashSet<>();

    /** Checks each healed node that has not been UP since. */
    private void look() {
      active.recorded().stream()
          .filter(fault -> fault.healAt() != null)
          .map(Experiment.Fault::node)
          .filter(name -> !active.isBroken(name) && !seenUp.contains(name))
          .forEach(name -> look(node(name)));
    }

    private void look(Node node) {
      NodeState state = node.state();
      if (state == NodeState.UP) {
        seenUp.add(node.name());
      } else if (state == NodeState.DOWN
          && starts.merge(node.name(), 1, Integer::sum) <= MAX_STARTS) {
        timeline.event(Event.NODE, Map.of("node", node.name(), "step", "startedAgain"));
        node.start();
      }
    }
  }
}
