package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.simulator.options.ShareConverter;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of every search for the largest fleet. */
public final class SearchOptions {

  /** Those that determine no trial, so that a search may go on with others. */
  public static final List<String> RANGE = List.of("--from", "--to", "--width");

  @Option(
      names = "--from",
      paramLabel = "N",
      required = true,
      description = "the number to begin with, which should pass")
  private int from;

  @Option(
      names = "--to",
      paramLabel = "N",
      required = true,
      description = "the largest number to try")
  private int to;

  @Option(
      names = "--width",
      paramLabel = "PERCENT",
      defaultValue = "10%",
      converter = ShareConverter.class,
      description = "how far apart the answer's two numbers may lie (default: ${DEFAULT-VALUE})")
  private double width;

  /** What lets a search go on where a registry serves others. */
  public static final String ANYWAY = "add --allow-other-services";

  @Option(
      names = "--allow-other-services",
      description = "overload a registry that holds, or may hold, services of others")
  private boolean amongOthers;

  /**
   * The sizes to try.
   *
   * @throws dev.nacoscapacity.core.cli.UsageException when they contradict each other
   */
  public SearchRange range() {
    return new SearchRange(from, to, width);
  }

  /** Whether the registry may be overloaded although it serves others. */
  public boolean isAmongOthers() {
    return amongOthers;
  }
}
