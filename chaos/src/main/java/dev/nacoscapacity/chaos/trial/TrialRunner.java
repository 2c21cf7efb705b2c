package dev.nacoscapacity.chaos.trial;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.chaos.checker.Checkers;
import dev.nacoscapacity.chaos.checker.History;
import dev.nacoscapacity.chaos.checker.Second;
import dev.nacoscapacity.chaos.checker.SteadyState;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.hook.HookException;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Stage;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.text.Message;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Runs the stages of a trial one after the other: waits for the steady state, breaks nodes, heals
 * them, and observes. However the stages end, all faults are healed. The findings can be read
 * before the stages have ended, since the end of a run waits for them only for a limited time.
 */
final class TrialRunner implements Runnable {

  private final ExperimentSpec spec;

  private final Experiment.Hypothesis hypothesis;
  private final Timeline timeline;
  private final ActiveFaults active;
  private final TrialSeconds seconds;
  private final FaultSequence sequence;
  private final StoredData data;
  private final Consumer<String> progress;
  private final List<Stage> stages = new CopyOnWriteArrayList<>();
  private volatile Baseline baseline;
  private volatile Map<String, SurvivingData> left = Map.of();
  private final List<Message> problems = new CopyOnWriteArrayList<>();
  private volatile boolean over;

  /**
   * @param seconds that this object fills
   * @param sequence of the faults, which reads these seconds
   * @param progress receives a line for each action
   */
  TrialRunner(
      ExperimentSpec spec,
      Timeline timeline,
      ActiveFaults active,
      TrialSeconds seconds,
      FaultSequence sequence,
      StoredData data,
      Consumer<String> progress) {
    this.spec = spec;
    this.hypothesis = spec.hypothesis().recorded();
    this.timeline = timeline;
    this.active = active;
    this.seconds = seconds;
    this.sequence = sequence;
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
            .filter(problem -> problem.code().equals(Experiment.HOOK_PROBLEM))
            .map(problem -> problem.arguments().get("text"))
            .toList();
    if (!ofHooks.isEmpty() && problems.stream().noneMatch(Experiment::isOfTheRegistry)) {
      return Message.of(Experiment.HOOK_PROBLEM, with("text", ofHooks));
    }
    return problems.isEmpty()
        ? null
        : problems.size() == 1
            ? problems.get(0)
            : Message.of(Experiment.PROBLEMS, with("problems", problems));
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
    return new History(
        seconds.all(), timeline.events(), active.recorded(), timeline.unknownSeconds());
  }

  /** Heals all faults, even if this thread is interrupted. */
  void healAll() {
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
    Optional<Message> stuck = stage("method", sequence::carryOut);
    stuck.ifPresent(this::add);
    return stuck.isEmpty();
  }

  /** Heals the faults that last until the end of the observation, and observes once more. */
  private void settle() throws InterruptedException {
    if (spec.healAfter() == null) {
      sequence.healAll();
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
    double deadline = timeline.in(limit);
    StartWatchdog watchdog = sequence.watchdog();
    History soFar = new History(List.of(), List.of(), active.recorded(), timeline.unknownSeconds());
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
    return Checkers.away(history(), hypothesis)
        .map(node -> Message.of("steady.notRejoined", with("node", node)));
  }
}
