package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.checker.Checkers;
import dev.nacoscapacity.chaos.checker.Second;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Forked;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * One trial of an experiment during a run: waits for the steady state, injects faults, heals and
 * observes, on a thread of its own. However the trial ends, all faults are healed before {@link
 * #end} returns.
 */
public final class Trial implements Scenario {

  private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(30);

  private final ExperimentSpec spec;
  private final Members members;
  private final Faults faults;
  private final FaultJournal journal;
  private final StoredData data;
  private final Random random;
  private final Consumer<String> progress;
  private Time time;
  private Timeline timeline;
  private MemberWatch watch;
  private ActiveFaults active;
  private TrialRunner runner;
  private Forked fork;

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
    this.members = new Members(nodes, admins);
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
    for (Step step : spec.method()) {
      int groups = step.which().how() == NodeChoice.How.EACH ? nodes : 1;
      Duration heal = spec.healAfter() == null ? Duration.ZERO : spec.healAfter();
      method = method.plus(step.after()).plus(heal.plus(spec.observe()).multipliedBy(groups));
      method = method.plus(patience.multipliedBy((long) groups * step.nodes()));
    }
    return spec.hypothesis().gate().plus(method).plus(spec.observe().multipliedBy(2));
  }

  @Override
  public boolean mayBreakNodes() {
    return true;
  }

  @Override
  public void begin(Events events) {
    time = events.time();
    timeline = new Timeline(events);
    watch = new MemberWatch(members, timeline);
    active = new ActiveFaults(timeline, journal, watch::forget);
    TrialSeconds seconds = new TrialSeconds();
    FaultSequence sequence =
        new FaultSequence(spec, faults, random, members, timeline, active, seconds, progress);
    runner = new TrialRunner(spec, timeline, active, seconds, sequence, data, progress);
    fork = time.fork("experiment", runner);
  }

  @Override
  public void second(RunSecond second) {
    runner.second(Second.of(second));
  }

  @Override
  public boolean over() {
    return runner.over();
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
      time.await(fork.done(), PATIENCE_AT_THE_END.plus(faults.patience()));
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      runner.healAll();
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
    if (runner == null) {
      return begun(number, of, List.of(), Map.of(), Message.of("trial.neverWhole"));
    }
    Experiment begun = begun(number, of, runner.stages(), runner.left(), runner.problem());
    return Checkers.check(begun, runner.history(), runner.baseline());
  }

  private Experiment begun(
      int number,
      int of,
      List<Experiment.Stage> stages,
      Map<String, Experiment.SurvivingData> data,
      Message problem) {
    return Experiment.begun(
        spec.name(),
        number,
        of,
        spec.hypothesis().recorded(),
        spec.recorded(),
        stages,
        data,
        problem);
  }
}
