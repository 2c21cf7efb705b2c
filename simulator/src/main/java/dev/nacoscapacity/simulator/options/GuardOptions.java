package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.preflight.guard.Tolerance;
import java.util.List;
import picocli.CommandLine.Option;

/** The options for the harm to foreign services that the guard tolerates. */
final class GuardOptions {

  @Option(
      names = "--expect-node-loss",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "guard: so many nodes may stop answering, since you will break them (default:"
              + " ${DEFAULT-VALUE})")
  private int nodes;

  @Option(
      names = "--guard-ignore",
      paramLabel = "PATTERN",
      description =
          "guard: leave out services of this name, or GROUP@@NAME; * is any text; may be repeated")
  private List<String> ignored = List.of();

  @Option(
      names = "--guard-tolerance",
      paramLabel = "N|PERCENT",
      defaultValue = "0",
      description =
          "guard: so many of the healthy instances that a service had on a node at the start may be"
              + " gone, a number or a share rounded down, 0%% to 100%% (default:"
              + " ${DEFAULT-VALUE})")
  private String tolerated;

  /** Whether any of these options is given. */
  boolean areGiven() {
    return nodes != 0 || !ignored.isEmpty() || !tolerated.equals("0");
  }

  /**
   * The tolerated harm.
   *
   * @throws UsageException when a value is invalid
   */
  Tolerance tolerance() {
    UsageException.unless(nodes >= 0, "--expect-node-loss", "is 0 or more, not " + nodes);
    UsageException.unless(
        tolerated.matches("\\d{1,9}|(\\d{1,2}|100)%"),
        "--guard-tolerance",
        "is a number of instances or a share, 0%% to 100%%, not '%s'".formatted(tolerated));
    boolean share = tolerated.endsWith("%");
    int amount = Integer.parseInt(tolerated.replace("%", ""));
    return new Tolerance(nodes, share ? 0 : amount, share ? amount : 0, ignored);
  }
}
