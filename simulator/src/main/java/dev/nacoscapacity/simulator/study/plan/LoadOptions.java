package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.core.cli.UsageException;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The options that may be under {@code load:}, as defined by a command line. */
public interface LoadOptions {

  /** The options' names without their dashes. */
  Set<String> names();

  /**
   * Checks the options for a run.
   *
   * @param cluster of the run
   * @throws UsageException with the option to change, if a single one is the cause
   */
  void check(Map<String, String> load, ClusterSpec cluster);

  /** The error of a command line, with the refused option. */
  static UsageException refused(ParameterException e) {
    return e.getArgSpec() instanceof OptionSpec option
        ? new UsageException(option.longestName(), e)
        : new UsageException(e.getMessage());
  }
}
