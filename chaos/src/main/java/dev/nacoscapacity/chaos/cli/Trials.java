package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.chaos.trial.FaultJournal;
import dev.nacoscapacity.chaos.trial.Trial;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** Carries out an experiment's trials on a testbed, and runs without any fault beside them. */
final class Trials {

  /** What ends a run that goes on although its trial is over, which would be a fault of ours. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final ExperimentSpec spec;
  private final Testbed testbed;
  private final TrialOptions options;
  private final Criteria criteria;
  private final PrintStream out;
  private final PrintStream err;

  private final List<String> remarks;

  Trials(
      ExperimentSpec spec,
      Testbed testbed,
      TrialOptions options,
      PrintStream out,
      PrintStream err) {
    this.spec = spec;
    this.testbed = testbed;
    this.options = options;
    this.criteria = options.criteria.criteria();
    this.out = out;
    this.err = err;
    this.remarks = Remarks.of(spec, testbed.cluster().nodes().size());
  }

  /** A trial's run, judged; nothing when it could not begin, which was said. */
  Optional<RunRecord> trial(int instances, Path folder, int number, int of) {
    RunSettings asked = options.settings(instances);
    List<Node> nodes = testbed.cluster().nodes();
    Trial trial =
        new Trial(
            spec,
            nodes,
            new Faults(testbed.proxies(), testbed.cluster().links().orElse(null)),
            notes(),
            new Random(asked.seed() + number),
            text -> err.println("experiment: " + text));
    RunSettings settings =
        asked.lasting(asked.timing().warmUp(), Trial.longest(spec, nodes.size()).plus(MARGIN));
    return run(
        settings,
        folder,
        trial,
        run -> {
          List<String> told = new ArrayList<>(run.notes());
          told.addAll(remarks);
          Remarks.leftBehind(run.registry()).ifPresent(told::add);
          RunRecord found =
              run.toBuilder().notes(told).experiment(trial.experiment(number, of)).build();
          return found.toBuilder().verdict(Judge.experiment().judge(found, criteria)).build();
        });
  }

  /** A run without any fault, judged as one; nothing when it could not begin. */
  Optional<RunRecord> steadyRun(int instances, Path folder) {
    return run(
        options.settings(instances),
        folder,
        Scenario.NONE,
        run -> run.toBuilder().verdict(Judge.standard().judge(run, criteria)).build());
  }

  private Optional<RunRecord> run(
      RunSettings settings, Path folder, Scenario scenario, UnaryOperator<RunRecord> judge) {
    AtomicReference<RunRecord> judged = new AtomicReference<>();
    testbed.run(
        settings,
        scenario,
        folder,
        (run, where) -> {
          judged.set(judge.apply(run));
          Summary.print(judged.get(), where, out);
          return judged.get();
        });
    return Optional.ofNullable(judged.get());
  }

  private FaultJournal notes() {
    return testbed.kind().equals(Target.LOCAL)
        ? new LocalFaultJournal(LocalClusters.here(err::println).faults(), InstantSource.system())
        : FaultJournal.NONE;
  }
}
