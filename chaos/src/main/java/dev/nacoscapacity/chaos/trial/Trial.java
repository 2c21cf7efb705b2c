package dev.nacoscapacity.chaos.trial;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.chaos.checker.Checkers;
import dev.nacoscapacity.chaos.checker.History;
import dev.nacoscapacity.chaos.checker.SteadyState;
import dev.nacoscapacity.chaos.checker.TrialSecond;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.hook.HookException;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Stage;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.experiment.ExperimentBuilder;
import dev.nacoscapacity.core.experiment.ExperimentEffectsBuilder;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Fork;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * One trial of an experiment during a run: waits for the steady state, breaks nodes, heals them and
 * observes, stage by stage on a thread of its own. However the trial ends, all faults are healed
 * before {@link #end} returns. The findings can be read before the stages have ended, since the end
 * of a run waits for them only for a limited time.
 */
public final class Trial implements Scenario {

  private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(30);

  private final ExperimentSpec spec;
  private final Experiment.Hypothesis hypothesis;
  private final ClusterView members;
  private final Faults faults;
  private final FaultJournal journal;
  private final StoredData data;
  private final Random random;
  private final Consumer<String> progress;

  private final List<Stage> stages = new CopyOnWriteArrayList<>();
  private final List<Message> problems = new CopyOnWriteArrayList<>();
  private volatile Baseline baseline;
  private volatile Map<String, SurvivingData> survivors = Map.of();
  private volatile boolean over;

  private TrialEvents timeline;
  private MemberWatch watch;
  private ActiveFaults active;
  private FaultSequence sequence;

  /** Null until the window begins. */
  private Fork fork;

  /**
   * @param nodes of the cluster, in the order in which the fleet numbers them
   * @param admins clients for the nodes
   * @param data stored before the faults and read afterwards
   * @param random chooses among nodes
   * @param progress receives a line for each action
   */
  public Trial(
      ExperimentSpec spec,
      List<Node> nodes,
      Admins admins,
      Faults faults,
      FaultJournal journal,
      StoredData data,
      Random random,
      Consumer<String> progress) {
    this.spec = spec;
    this.hypothesis = spec.hypothesis();
    this.members = new ClusterView(nodes, admins);
    this.faults = faults;
    this.journal = journal;
    this.data = data;
    this.random = random;
    this.progress = progress;
  }

  /**
   * The longest that a trial of an experiment can take.
   *
   * @param patience extra time for each broken node, beyond the times of the experiment
   */
  public static Duration longest(ExperimentSpec spec, int nodes, Duration patience) {
    Duration method = Duration.ZERO;
    for (ExperimentStep step : spec.method()) {
      int groups = step.which().selection() == NodeChoice.Selection.EACH ? nodes : 1;
      Duration heal = spec.healAfter() == null ? Duration.ZERO : spec.healAfter();
      method = method.plus(step.after()).plus(heal.plus(spec.observe()).multipliedBy(groups));
      method = method.plus(patience.multipliedBy((long) groups * step.nodes()));
    }
    return spec.gate().plus(method).plus(spec.observe().multipliedBy(2));
  }

  @Override
  public boolean mayBreakNodes() {
    return true;
  }

  @Override
  public void begin(Events events) {
    timeline = new TrialEvents(events);
    watch = new MemberWatch(members, timeline);
    active = new ActiveFaults(timeline, journal, watch::forget);
    sequence = new FaultSequence(spec, faults, random, members, timeline, active, progress);
    fork = timeline.time().fork("experiment", this::run);
  }

  @Override
  public void second(RunSecond second) {
    timeline.add(TrialSecond.of(second));
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void end() {
    if (fork == null) {
      return;
    }
    active.stop();
    fork.interrupt();
    boolean interrupted = false;
    try {
      timeline.time().await(fork.end(), PATIENCE_AT_THE_END.plus(faults.patience()));
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      healAll();
    }
    try {
      watch.close();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The findings; to be called after the run has ended.
   *
   * @param number of this trial, from 1
   * @param of number of trials
   */
  public Experiment experiment(int number, int of) {
    Experiment begun =
        ExperimentBuilder.builder()
            .design(new Experiment.Design(spec.name(), number, of, hypothesis, spec.recorded()))
            .stages(stages)
            .effects(ExperimentEffectsBuilder.builder().data(survivors).build())
            .problem(fork == null ? Message.of("trial.neverWhole") : problem())
            .build();
    return fork == null ? begun : Checkers.check(begun, history(), baseline);
  }

  private History history() {
    return timeline.history(active.recorded());
  }

  private void run() {
    try {
      data.store();
      if (gate()) {
        if (succeeds(stage("method", sequence::carryOut))) {
          progress.accept("observing for up to %d s".formatted(spec.observe().toSeconds()));
          stage("observe", () -> awaitSteady(spec.observe()));
          settle();
        }
        survivors = data.survivors(timeline.time());
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

  private boolean gate() throws InterruptedException {
    double stretch = hypothesis.stretchSeconds();
    Duration limit = spec.gate();
    progress.accept("gate: waiting for %.0f s of steady state".formatted(stretch));
    return succeeds(
        stage("gate", () -> awaitSteady(limit))
            .map(
                why ->
                    Message.of(
                        "trial.neverSteady",
                        with("seconds", stretch).and("limit", limit.toSeconds()).and("why", why))));
  }

  /** Heals the faults that last until the end of the observation, and observes once more. */
  private void settle() throws InterruptedException {
    if (spec.healAfter() == null) {
      sequence.healAll();
      stage("settled", () -> awaitSteady(spec.observe()));
    }
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

  /**
   * Waits for a steady period; the first one becomes the baseline of the following ones.
   *
   * @return why the last period was not steady, if none was in time
   */
  private Optional<Message> awaitSteady(Duration limit) throws InterruptedException {
    double from = timeline.now();
    return sequence.await(
        limit,
        () -> {
          List<TrialSecond> last = timeline.last(hypothesis.stretchSeconds(), from);
          return last.isEmpty() ? Optional.of(Message.of("steady.notYet")) : missed(last);
        });
  }

  private Optional<Message> missed(List<TrialSecond> last) {
    History history = history();
    Optional<Message> missed =
        SteadyState.missed(last, hypothesis, baseline, history::out)
            .or(
                () ->
                    Checkers.away(history, hypothesis)
                        .map(node -> Message.of("steady.notRejoined", with("node", node))));
    if (missed.isEmpty() && baseline == null) {
      baseline = SteadyState.baseline(last);
    }
    return missed;
  }

  /** Heals all faults, even if this thread is interrupted. */
  private void healAll() {
    boolean interrupted = Thread.interrupted();
    try {
      sequence.healAll();
    } catch (ClusterException e) {
      add(asIs(e));
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean succeeds(Optional<Message> problem) {
    problem.ifPresent(this::add);
    return problem.isEmpty();
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
        e instanceof HookException ? Experiment.HOOK_PROBLEM : "asIs",
        with("text", String.valueOf(e.getMessage())));
  }

  /** Why the trial did not run as planned; null when it did. */
  private Message problem() {
    List<Object> ofHooks =
        problems.stream()
            .filter(problem -> problem.code().equals(Experiment.HOOK_PROBLEM))
            .map(problem -> problem.arguments().get("text"))
            .toList();
    if (!ofHooks.isEmpty() && problems.stream().noneMatch(Experiment::isOfTheRegistry)) {
      return Message.of(Experiment.HOOK_PROBLEM, with("text", ofHooks));
    }
    return problems.size() > 1
        ? Message.of(Experiment.PROBLEMS, with("problems", problems))
        : problems.stream().findFirst().orElse(null);
  }
}
