package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.simulator.options.UsageException;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** What may stand under {@code load:} or {@code chaos:}; a command line knows. */
public interface LoadOptions {

  /** The options' names without their dashes. */
  Set<String> names();

  /**
   * Tries whether a run could be made of these.
   *
   * @param cluster that they are for
   * @throws UsageException with the option to change, where one alone is to blame
   */
  void check(Map<String, String> load, ClusterSpec cluster);

  /** What a command line refused, with the option that it refused. */
  static UsageException refused(ParameterException e) {
    return e.getArgSpec() instanceof OptionSpec option
        ? new UsageException(option.longestName(), e)
        : new UsageException(e.getMessage());
  }
}
