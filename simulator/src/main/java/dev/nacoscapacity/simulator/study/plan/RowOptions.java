package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ParameterException;

/** The load options of a plan: the workload options of the command line. */
public final class RowOptions implements LoadOptions {

  private static final String DASHES = "--";

  @Override
  public Set<String> names() {
    return Conventions.parser(new WorkloadOptions()).getCommandSpec().optionsMap().keySet().stream()
        .map(name -> name.substring(DASHES.length()))
        .collect(Collectors.toSet());
  }

  @Override
  public void check(Map<String, String> load, ClusterSpec cluster) {
    try {
      Workload settings = settings(load, cluster);
      if (settings.protocol().grpc() && !cluster.version().grpc()) {
        throw new UsageException(
            "--protocol",
            "grpc needs a server that knows it: nodes of %s do not".formatted(cluster.version()));
      }
    } catch (ParameterException e) {
      throw LoadOptions.refused(e);
    }
  }

  /** The settings of a row's run. */
  static Workload settings(PlanRow row) {
    return settings(row.load(), row.cluster());
  }

  private static Workload settings(Map<String, String> load, ClusterSpec cluster) {
    WorkloadOptions options = of(load);
    options.follow(Set.of(cluster.version().toString()));
    return options.workload(
        options.instances(), Duration.ZERO, cluster.auth(), InstantSource.system());
  }

  /** The options of a load, with the defaults of those that it leaves out. */
  static WorkloadOptions of(Map<String, String> load) {
    WorkloadOptions options = new WorkloadOptions();
    Conventions.parser(options).parseArgs(args(load).toArray(String[]::new));
    return options;
  }

  /** The load as command-line arguments. */
  public static List<String> args(Map<String, String> load) {
    return load.entrySet().stream()
        .map(option -> DASHES + option.getKey() + "=" + option.getValue())
        .toList();
  }
}
