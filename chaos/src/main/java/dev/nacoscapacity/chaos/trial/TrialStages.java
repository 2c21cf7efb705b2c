package dev.nacoscapacity.chaos.trial;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.chaos.checker.Checkers;
import dev.nacoscapacity.chaos.checker.History;
import dev.nacoscapacity.chaos.checker.SteadyState;
import dev.nacoscapacity.chaos.checker.TrialSecond;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.hook.HookException;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Stage;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Fork;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The stages of a trial, on a thread of its own: waits for the steady state, breaks nodes, heals
 * them and observes. The findings can be read before the stages have ended, since the end of a run
 * waits for them only for a limited time.
 */
final class TrialStages {

  private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(30);

  private final ExperimentSpec spec;
  private final Experiment.Hypothesis hypothesis;
  private final TrialEvents timeline;
  private final MemberWatch watch;
  private final ActiveFaults active;
  private final FaultSequence sequence;
  private final StoredData data;
  private final Fork fork;

  private final List<Stage> stages = new CopyOnWriteArrayList<>();
  private final List<Message> problems = new CopyOnWriteArrayList<>();
  private volatile Optional<Baseline> baseline = Optional.empty();
  private volatile Map<String, SurvivingData> survivors = Map.of();
  private volatile boolean over;

  /** Begins the first stage. */
  TrialStages(
      ExperimentSpec spec,
      TrialEvents timeline,
      MemberWatch watch,
      ActiveFaults active,
      FaultSequence sequence,
      StoredData data) {
    this.spec = spec;
    this.hypothesis = spec.hypothesis();
    this.timeline = timeline;
    this.watch = watch;
    this.active = active;
    this.sequence = sequence;
    this.data = data;
    this.fork = timeline.time().fork("experiment", this::run);
  }

  void add(TrialSecond second) {
    timeline.add(second);
  }

  /** Whether the last stage has ended, and all is healed. */
  boolean over() {
    return over;
  }

  /**
   * Ends the stages, and heals all faults.
   *
   * @param patience extra time that the fault of a node may take
   */
  void end(Duration patience) {
    active.stop();
    fork.interrupt();
    boolean interrupted = false;
    try {
      timeline.time().await(fork.end(), PATIENCE_AT_THE_END.plus(patience));
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

  /** Adds the findings so far. */
  Experiment findings(Experiment planned) {
    Experiment begun =
        planned
            .with()
            .stages(stages)
            .effects(planned.effects().with().data(survivors).build())
            .problem(problem().orElse(null))
            .build();
    return Checkers.check(begun, history(), baseline);
  }

  private History history() {
    return timeline.history(active.recorded());
  }

  private void run() {
    try {
      data.store();
      if (gate()) {
        if (succeeds(stage("method", sequence::carryOut))) {
          timeline.say(
              Message.of(
                  "action.observe", with("seconds", Long.toString(spec.observe().toSeconds()))));
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
    timeline.say(Message.of("action.gate", with("seconds", stretch)));
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
    if (spec.healAfter().isEmpty()) {
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
    if (missed.isEmpty() && baseline.isEmpty()) {
      baseline = Optional.of(SteadyState.baseline(last));
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

  /** Why the trial did not run as planned; empty when it did. */
  private Optional<Message> problem() {
    List<Object> ofHooks =
        problems.stream()
            .filter(problem -> problem.code().equals(Experiment.HOOK_PROBLEM))
            .map(problem -> problem.arguments().get("text"))
            .toList();
    if (!ofHooks.isEmpty() && problems.stream().noneMatch(Experiment::isOfTheRegistry)) {
      return Optional.of(Message.of(Experiment.HOOK_PROBLEM, with("text", ofHooks)));
    }
    return problems.size() > 1
        ? Optional.of(Message.of(Experiment.PROBLEMS, with("problems", problems)))
        : problems.stream().findFirst();
  }
}
