package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.HypothesisOptions;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.options.ThresholdOptions;
import dev.nacoscapacity.simulator.session.NodeVersions;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.TrialRegistry;
import dev.nacoscapacity.simulator.study.search.SearchOptions;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.PrintStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/chaos safe-capacity}. */
@Command(
    name = "safe-capacity",
    description = {
      "Searches for the largest fleet that passes a steady run and whose cluster heals in every "
          + "trial after so many nodes were killed.",
      "The fleet that was found is then tried --repeat times more: only these fresh trials count, "
          + "since the others chose it. If one fails, the search goes on below.",
      "An interrupted search goes on with the same options and --out DIR."
    },
    footer = {
      "",
      "Example:",
      "  bin/chaos safe-capacity --target local --from 200 --to 4000 --drop-tolerance 60s --repeat"
          + " 3",
      "",
      "Exit codes: 0 found, 1 --from fails already, 2 no answer (--to still holds, a size was "
          + "inconclusive twice, or the search was cut short), 64 wrong usage."
    })
final class SafeCapacityCommand implements Callable<Integer> {

  /** In {@code study.json}. */
  private static final String KIND = "safe-capacity";

  @ParentCommand private ChaosMain main;

  @Option(
      names = "--victims",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many are killed at once (default: ${DEFAULT-VALUE})")
  private int nodes;

  @Mixin private SearchOptions search;
  @Mixin private FaultCommand.HealOption heal;
  @Mixin private TrialOptions options;
  @Mixin private HypothesisOptions hypothesis;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    SearchRange range = search.range();
    ExperimentSpec experiment = experiment();
    RunOptions run = options.run();
    run.workload().requireForSearch();
    run.requireConsistent();
    NodeVersions.learn(run, run.workload().realServer());
    // Of the steady runs; a trial lasts as long as its fault.
    ThresholdOptions.requireLongEnough(
        "--duration", run.settings(range.from()).timing().duration(), run.criteria());
    int repeat = options.repeat();
    Study study =
        StudyFolder.begin(
            KIND,
            experiment.title(),
            Optional.ofNullable(run.out()),
            this::studyOptions,
            List.of());
    PrintStream summaries = run.result().summaries(main.out());
    try (Trials trials = new Trials(experiment, options, range.to(), summaries, main.err())) {
      OpenTarget registry = trials.session().registry();
      if (!search.isAmongOthers() && registry.isOfOthers()) {
        trials.session().requireExclusive(SearchOptions.ANYWAY);
      }
      StudyFolder<TrialRow> folder =
          new StudyFolder<>(
              run.folder(KIND + "-" + registry.description().kind()),
              TrialRegistry.on(registry.description(), run.workload().protocolOfServers(), study),
              TrialRow.class,
              run.language());
      int exitCode =
          new SafeCapacity(range, trials, repeat, folder, summaries, main.err()).find(nodes);
      run.result().print(folder.path(), main.out());
      return exitCode;
    }
  }

  private ExperimentSpec experiment() {
    try {
      return new ExperimentSpec(
          KIND,
          "Which fleet does the cluster carry through the loss of %s?"
              .formatted(NumberText.counted(nodes, "node", "nodes")),
          hypothesis.hypothesis(),
          hypothesis.gate(),
          List.of(ExperimentStep.of(FaultKind.KILL, nodes, NodeChoice.RANDOM)),
          heal.after(),
          hypothesis.observe());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /**
   * @param begun when the study began
   */
  private Map<String, String> studyOptions(Instant begun) {
    Map<String, String> studyOptions = new LinkedHashMap<>();
    // The page of the study needs this option, whether it was given or not.
    studyOptions.put("nodes", Integer.toString(nodes));
    studyOptions.putAll(StudyQuestion.of(spec, begun));
    studyOptions.remove("--victims");
    return studyOptions;
  }
}
