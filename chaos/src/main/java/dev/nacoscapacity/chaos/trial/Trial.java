package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.checker.TrialSecond;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.ExperimentBuilder;
import dev.nacoscapacity.core.experiment.ExperimentEffectsBuilder;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * One trial of an experiment during a run. However it ends, all faults are healed before {@link
 * #end} returns.
 */
public final class Trial implements Scenario {

  private final ExperimentSpec spec;
  private final ClusterView members;
  private final Faults faults;
  private final StoredData data;
  private final Random random;
  private final Consumer<Message> progress;

  /** Empty until the window begins. */
  private Optional<TrialStages> stages = Optional.empty();

  /**
   * @param data stored before the faults and read afterwards
   * @param random chooses among nodes
   * @param progress receives each action
   */
  public Trial(
      ExperimentSpec spec,
      ClusterView members,
      Faults faults,
      StoredData data,
      Random random,
      Consumer<Message> progress) {
    this.spec = spec;
    this.members = members;
    this.faults = faults;
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
      Duration heal = spec.healAfter().orElse(Duration.ZERO);
      method = method.plus(step.after()).plus(heal.plus(spec.observe()).multipliedBy(groups));
      method = method.plus(patience.multipliedBy((long) groups * step.nodes()));
    }
    return spec.gate().plus(method).plus(spec.observe().multipliedBy(2));
  }

  /** How long a trial takes when the cluster is steady whenever that is looked for. */
  public static Duration usual(ExperimentSpec spec, int nodes) {
    Duration method = Duration.ZERO;
    for (ExperimentStep step : spec.method()) {
      int groups = step.which().selection() == NodeChoice.Selection.EACH ? nodes : 1;
      Duration heal = spec.healAfter().orElse(Duration.ZERO);
      method = method.plus(step.after()).plus(heal.multipliedBy(groups));
    }
    // Before the faults, after them and, where they last until then, after they are healed.
    int steady = spec.healAfter().isPresent() ? 2 : 3;
    return method.plus(
        Duration.ofMillis((long) (spec.hypothesis().stretchSeconds() * 1e3 * steady)));
  }

  @Override
  public boolean mayBreakNodes() {
    return true;
  }

  @Override
  public void begin(Events events) {
    TrialEvents timeline = new TrialEvents(events, progress);
    MemberWatch watch = new MemberWatch(members, timeline);
    ActiveFaults active = new ActiveFaults(timeline, faults.journal(), watch::forget);
    FaultSequence sequence = new FaultSequence(spec, faults, random, members, timeline, active);
    stages = Optional.of(new TrialStages(spec, timeline, watch, active, sequence, data));
  }

  @Override
  public void second(RunSecond second) {
    stages.ifPresent(begun -> begun.add(TrialSecond.of(second)));
  }

  @Override
  public boolean over() {
    return stages.filter(TrialStages::over).isPresent();
  }

  @Override
  public void end() {
    stages.ifPresent(begun -> begun.end(faults.patience()));
  }

  /**
   * The findings; to be called after the run has ended.
   *
   * @param number of this trial, from 1
   * @param of number of trials
   */
  public Experiment experiment(int number, int of) {
    Experiment planned =
        ExperimentBuilder.builder()
            .design(
                new Experiment.Design(spec.name(), number, of, spec.hypothesis(), spec.recorded()))
            .stages(List.of())
            .effects(ExperimentEffectsBuilder.builder().data(Map.of()).build())
            .problem(Message.of("trial.neverWhole"))
            .build();
    return stages.map(begun -> begun.findings(planned)).orElse(planned);
  }
}
