package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.record.LoadUnit;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.search.SearchOptions;
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
    options.workload().requireForSearch();
    TrialSettings settings =
        new TrialSettings(
            options,
            options.criteria(),
            LoadUnit.INSTANCES,
            size -> options.settings(size, TrialSettings.WARM_UP));
    return new LoadSearch(main, settings, search.range(), dryRun)
        .run(
            () ->
                StudyFolder.begin(
                    settings.unit().search(),
                    "How many instances does the registry hold?",
                    Optional.ofNullable(options.out()),
                    begin -> StudyQuestion.of(spec),
                    SearchOptions.RANGE),
            session -> {
              if (!search.isAmongOthers()) {
                session.requireExclusive(SearchOptions.ANYWAY);
              }
            });
  }
}
