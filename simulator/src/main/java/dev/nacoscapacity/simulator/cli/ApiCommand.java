package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.record.LoadUnit;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.simulator.options.ApiOptions;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/simulator api}. */
@Command(
    name = "api",
    description = {
      "Calls one API of a registry at a constant rate, and judges whether it keeps up.",
      "The calls are due at fixed times, whatever the answers do, and latency counts from then on. "
          + "A call that is due while its connection waits for an answer is skipped, and counts as "
          + "not achieved. All that was registered or published is removed at the end.",
      "A range of rates, as in --rate 500..20000/s, searches the highest that passes, with as many "
          + "connections all along. An interrupted search goes on with the same options and --out "
          + "DIR; --rate may change."
    },
    footer = {
      "",
      "Examples:",
      "  bin/simulator api register --rate 5000/s --duration 60s --connections 200",
      "  bin/simulator api register --rate 500/s --persistent --target local",
      "  bin/simulator api query --rate 5000/s --threshold 'list.p99<100ms' --target local",
      "  bin/simulator api query --rate 500..20000/s --connections 200 --target local",
      "",
      "Exit codes: 0 pass, or found; 1 fail, or the lowest rate fails already; 2 inconclusive, or no"
          + " bracket found; 64 wrong usage; 70 internal error."
    })
final class ApiCommand implements Callable<Integer> {

  /** Options of a fleet whose instances follow their own periods. */
  private static final List<String> OF_FLEETS =
      List.of(
          "--instances",
          "--profile",
          "--shard",
          "--client-model",
          "--config-connections",
          "--connections",
          "--subscribe",
          "--beat",
          "--list",
          "--listen",
          "--arrivals",
          "--ramp");

  private final ApiOptions api = new ApiOptions();

  @ParentCommand private SimulatorCommand main;

  @Mixin private RunOptions options;
  @Mixin private DryRun dryRun;

  @Spec private CommandSpec spec;

  /** The command, with the options of a run that apply to it. */
  static CommandLine commandLine() {
    ApiCommand command = new ApiCommand();
    CommandSpec spec = CommandSpec.forAnnotatedObject(command);
    OF_FLEETS.forEach(name -> spec.remove(spec.findOption(name)));
    spec.addMixin("api", CommandSpec.forAnnotatedObject(command.api));
    return new CommandLine(spec);
  }

  @Override
  public Integer call() {
    ApiOptions.Rates rates = api.rates();
    if (rates.isRange()) {
      return search(new SearchRange((int) rates.lowest(), (int) rates.highest()));
    }
    ApiRate rate = api.at(rates.lowest());
    int connections = api.connections();
    return main.run(
        options,
        dryRun,
        criteria(rate, connections),
        () -> options.settings(rate, connections),
        rate.api().word());
  }

  /** The connections stay as many while the rate grows. */
  private int search(SearchRange range) {
    ApiRate lowest = api.at(range.from());
    int connections = api.connections();
    String name = lowest.api().word();
    TrialSettings settings =
        new TrialSettings(
            options,
            criteria(lowest, connections),
            LoadUnit.CALLS_PER_SECOND,
            size -> options.settings(api.at(size), connections, TrialSettings.WARM_UP));
    return new LoadSearch(main, settings, range, dryRun)
        .run(
            () ->
                StudyFolder.begin(
                    settings.unit().search(),
                    "How many calls of %s a second does the registry take?".formatted(name),
                    Optional.ofNullable(options.out()),
                    begin -> question(name),
                    List.of(ApiOptions.RATE)),
            session -> session.requireExclusive("call at one --rate instead of a range"));
  }

  /** With the API, which is no option. */
  private Map<String, String> question(String name) {
    Map<String, String> all = new LinkedHashMap<>(Map.of("api", name));
    all.putAll(StudyQuestion.of(spec));
    return all;
  }

  /** Servers look for persistent instances at their addresses, where nobody is. */
  private Criteria criteria(ApiRate rate, int connections) {
    Criteria usual = Criteria.defaults();
    return options.criteria(
        rate.persistent() ? usual.with(RegistryCount.UNHEALTHY.column(), connections) : usual);
  }
}
