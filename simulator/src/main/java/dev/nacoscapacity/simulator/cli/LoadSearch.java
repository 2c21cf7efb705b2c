package dev.nacoscapacity.simulator.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.study.TrialRegistry;
import dev.nacoscapacity.simulator.study.search.CapacityStudy;
import dev.nacoscapacity.simulator.study.search.Search;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import dev.nacoscapacity.simulator.study.search.SearchRehearsal;
import dev.nacoscapacity.simulator.study.search.SearchReport;
import dev.nacoscapacity.simulator.study.search.SearchResult;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A search for the largest load that passes, from its options to its exit code.
 *
 * @param main the command, which has the streams
 */
record LoadSearch(
    SimulatorCommand main, TrialSettings settings, SearchRange bounds, DryRun dryRun) {

  /**
   * Searches to the end, or prints what would be tried.
   *
   * @param begin the study, new or to go on with
   * @param before what the registry has to be like
   * @return the exit code: 0 found, 1 the smallest load fails already, 2 no bracket
   */
  int run(Supplier<Study> begin, Consumer<Session> before) {
    RunOptions options = settings.options();
    if (dryRun.isAsked()) {
      options.target().contactNothing();
    }
    options.requireConsistent();
    dryRun.learnVersions(options);
    if (dryRun.isAsked()) {
      int nodes = options.target().shape().nodes();
      DryRun.print(
          options,
          settings.extremes(bounds),
          SearchRehearsal.time(search(), List.of(), (trial, status) -> settings.time(trial, nodes)),
          settings.criteria(),
          main.out());
    }
    ResourceCheck room = settings.room(bounds);
    Study begun = begin.get();
    if (dryRun.isAsked()) {
      return ExitCode.OK;
    }
    try (Session session =
        new Session(options, room, options.workload().realServer(), "", main.err())) {
      before.accept(session);
      Path folder = options.folder(begun.kind() + "-" + session.registry().description().kind());
      CapacityTrial trial = new CapacityTrial(settings, session, folder, main.err());
      CapacityStudy study =
          new CapacityStudy(
              search(),
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
  private Search search() {
    return settings.options().target().isModel()
        ? Search.unanimous(bounds)
        : Search.ofCapacity(bounds, settings.gentle(bounds));
  }
}
