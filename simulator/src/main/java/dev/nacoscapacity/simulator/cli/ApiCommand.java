package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.simulator.options.ApiOptions;
import dev.nacoscapacity.simulator.options.RunOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;

/** {@code bin/simulator api}. */
@Command(
    name = "api",
    description = {
      "Calls one API of a registry at a constant rate, and judges whether it keeps up.",
      "The calls are due at fixed times, whatever the answers do, and latency counts from then on. "
          + "A call that is due while its connection waits for an answer is skipped, and counts as "
          + "not achieved. All that was registered or published is removed at the end."
    },
    footer = {
      "",
      "Examples:",
      "  bin/simulator api register --rate 5000/s --duration 60s --connections 200",
      "  bin/simulator api register --rate 500/s --persistent --target local",
      "  bin/simulator api query --rate 5000/s --threshold 'list.p99<100ms' --target local",
      "",
      "Exit codes: 0 pass, 1 fail, 2 inconclusive, 64 wrong usage, 70 internal error."
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
    ApiRate rate = api.rate();
    int connections = api.connections();
    return main.run(
        options,
        dryRun,
        criteria(rate, connections),
        () -> options.settings(rate, connections),
        rate.api().word());
  }

  /** Servers look for persistent instances at their addresses, where nobody is. */
  private Criteria criteria(ApiRate rate, int connections) {
    Criteria usual = Criteria.defaults();
    return options
        .thresholds()
        .criteria(
            rate.persistent() ? usual.with(RegistryCount.UNHEALTHY.column(), connections) : usual);
  }
}
