package dev.nacoscapacity.chaos.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a fault lasts that leaves the node itself alone. */
final class HealOptions {

  @Option(
      names = "--heal-after",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "how long it lasts (default: ${DEFAULT-VALUE})")
  private Duration after;

  Duration after() {
    return after;
  }
}
