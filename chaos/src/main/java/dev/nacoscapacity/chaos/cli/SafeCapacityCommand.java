package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.HypothesisOptions;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.options.CriteriaOptions;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.ShareConverter;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.session.NodeVersions;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.TriedRegistry;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      "  bin/chaos safe-capacity --target local --from 200 --to 4000 --drop-tolerance 60s --repeat 3",
      "",
      "Exit codes: 0 found, 1 --from fails already, 2 no answer (--to still holds, a size was "
          + "inconclusive twice, or the search was cut short), 64 wrong usage."
    })
final class SafeCapacityCommand implements Callable<Integer> {

  /** In {@code study.json}. */
  private static final String KIND = "safe-capacity";

  @ParentCommand private ChaosMain main;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many are killed at once (default: ${DEFAULT-VALUE})")
  private int nodes;

  @Option(names = "--from", paramLabel = "N", required = true, description = "smallest fleet")
  private int from;

  @Option(names = "--to", paramLabel = "N", required = true, description = "largest fleet")
  private int to;

  @Option(
      names = "--width",
      paramLabel = "PERCENT",
      defaultValue = "10%",
      converter = ShareConverter.class,
      description = "how far apart the answer's sizes may lie (default: ${DEFAULT-VALUE})")
  private double width;

  @Option(
      names = "--allow-other-services",
      description = "overload a registry that holds, or may hold, services of others")
  private boolean amongOthers;

  @Mixin private FaultCommands.HealOption heal;
  @Mixin private TrialOptions options;
  @Mixin private HypothesisOptions hypothesis;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    SearchRange bounds;
    ExperimentSpec experiment;
    try {
      bounds = new SearchRange(from, to, width);
      experiment = experiment();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    RunOptions run = options.run();
    run.workload().requireForSearch();
    run.requireConsistent();
    NodeVersions.learn(run, run.workload().realServer());
    // Of the steady runs; a trial lasts as long as its fault.
    CriteriaOptions.requireLongEnough(
        run.settings(from).timing().duration(), run.criteria().criteria());
    int repeat = options.repeat();
    Study study = study(experiment.title(), run.out());
    try (Trials trials = Trials.open(experiment, options, to, main.out(), main.err())) {
      if (!amongOthers) {
        trials.requireExclusive();
      }
      StudyFolder<TrialRow> folder =
          new StudyFolder<>(
              run.folder(KIND + "-" + trials.kind()),
              TriedRegistry.on(trials.registry(), run.workload().protocolOfServers(), study),
              TrialRow.class);
      return new SafeCapacity(bounds, trials, repeat, folder, main.out(), main.err())
          .find("Safe with %d killed: ".formatted(nodes));
    }
  }

  private ExperimentSpec experiment() {
    return new ExperimentSpec(
        "safe-capacity",
        "Which fleet does the cluster carry through the loss of %s?"
            .formatted(NumberText.counted(nodes, "node", "nodes")),
        hypothesis.hypothesis(),
        hypothesis.gate(),
        List.of(Step.of(FaultKind.KILL, nodes, NodeChoice.RANDOM)),
        heal.after(),
        hypothesis.observe());
  }

  /** A new study, or the study in the folder, to resume. */
  private Study study(String title, Path out) {
    if (out == null || !Study.isIn(out)) {
      if (out != null) {
        Recorder.requireEmpty(out);
      }
      Instant now = Instant.now();
      return Study.begin(KIND, title, asked(now), now);
    }
    Study study = Study.read(out);
    if (!study.kind().equals(KIND)
        || !TriedRegistry.withThatOf(study, asked(study.startedAt())).equals(study.asked())) {
      throw new UsageException(
          "%s holds a study with other options, %s: name another --out, or the same options"
              .formatted(out, study.asked()));
    }
    return study.withOptions(study.asked());
  }

  /**
   * @param begun when the study began
   */
  private Map<String, String> asked(Instant begun) {
    Map<String, String> asked = new LinkedHashMap<>();
    // The page of the study needs this option, whether it was given or not.
    asked.put("nodes", Integer.toString(nodes));
    asked.putAll(StudyQuestion.of(spec, begun));
    asked.remove("--nodes");
    return asked;
  }
}
