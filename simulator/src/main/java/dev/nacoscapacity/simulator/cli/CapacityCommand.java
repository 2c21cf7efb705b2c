package dev.nacoscapacity.simulator.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.TrialRegistry;
import dev.nacoscapacity.simulator.study.search.CapacityStudy;
import dev.nacoscapacity.simulator.study.search.Search;
import dev.nacoscapacity.simulator.study.search.SearchOptions;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import dev.nacoscapacity.simulator.study.search.SearchRehearsal;
import dev.nacoscapacity.simulator.study.search.SearchReport;
import dev.nacoscapacity.simulator.study.search.SearchResult;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/simulator capacity}. */
@Command(
    name = "capacity",
    description = {
      "Searches for the largest number of instances that passes, and says what broke first, how"
          + " many trials of each number passed, and how often it passes or fails at least.",
      "An interrupted search goes on with the same options and --out DIR; --from, --to and --width "
          + "may change."
    },
    footer = {
      "",
      "Examples:",
      "  bin/simulator capacity --target local --auth --from 200 --to 20000",
      "  bin/simulator capacity --target model:five-small --auth --from 200 --to 20000",
      "",
      "Exit codes: 0 found, 1 --from fails already, 2 no bracket found, 64 wrong usage."
    })
final class CapacityCommand implements Callable<Integer> {

  @ParentCommand private SimulatorCommand main;

  @Mixin private SearchOptions search;
  @Mixin private RunOptions options;
  @Mixin private DryRun dryRun;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (dryRun.isAsked()) {
      options.target().contactNothing();
    }
    options.workload().requireForSearch();
    SearchRange bounds = search.range();
    TrialSettings settings = new TrialSettings(options, options.thresholds().criteria());
    options.requireConsistent();
    dryRun.learnVersions(options);
    if (dryRun.isAsked()) {
      int nodes = options.target().shape().nodes();
      DryRun.print(
          options,
          settings.extremes(bounds),
          SearchRehearsal.time(
              search(settings, bounds), List.of(), (trial, status) -> settings.time(trial, nodes)),
          settings.criteria(),
          main.out());
    }
    ResourceCheck room = settings.room(bounds);
    Study begun =
        StudyFolder.begin(
            CapacityStudy.KIND,
            "How many instances does the registry hold?",
            Optional.ofNullable(options.out()),
            begin -> StudyQuestion.of(spec),
            SearchOptions.RANGE);
    if (dryRun.isAsked()) {
      return ExitCode.OK;
    }
    try (Session session =
        new Session(options, room, options.workload().realServer(), "", main.err())) {
      if (!search.isAmongOthers()) {
        session.requireExclusive();
      }
      Path folder = options.folder("capacity-" + session.registry().description().kind());
      CapacityTrial trial =
          new CapacityTrial(settings, session, !search.isAmongOthers(), folder, main.err());
      CapacityStudy study =
          new CapacityStudy(
              search(settings, bounds),
              TrialRegistry.on(
                  session.registry().description(), options.workload().protocolOfServers(), begun),
              folder,
              trial,
              options.language(),
              main.err()::println);
      int nodes = session.registry().nodes().size();
      session.announce(
          study.time(next -> settings.time(next, nodes)),
          settings.of(bounds.from(), TrialStage.BRACKET));
      Optional<SearchResult> answer = study.run();
      SearchReport.print(
          session.registry().description(),
          study.study(),
          folder,
          options.language(),
          options.result().summaries(main.out()));
      options.result().print(folder, main.out());
      session.show(folder);
      if (answer.isEmpty()) {
        main.err().println(options.language().say("study.goOn", with("folder", folder.toString())));
      }
      return answer.map(result -> result.outcome().exitCode()).orElseGet(trial::exitCode);
    }
  }

  /**
   * If each trial has a registry of its own, trials do not warm or break the registry for later
   * ones.
   */
  private static Search search(TrialSettings settings, SearchRange bounds) {
    return settings.options().target().isModel()
        ? Search.unanimous(bounds)
        : Search.ofCapacity(bounds, settings.gentle(bounds));
  }
}
