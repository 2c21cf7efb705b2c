package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.workload.Workload;
import org.junit.jupiter.api.Test;

class TrialOptionsTest {

  private static Workload settings(String... more) {
    TrialOptions options = new TrialOptions();
    Conventions.parser(options).parseArgs(more);
    return options.run().settings(500);
  }

  @Test
  void shouldNotLimitConnectionsByDefault() {
    assertThat(settings().connections()).isEmpty();
  }

  @Test
  void shouldLimitConnectionsWhenAskedTo() {
    Workload settings = settings("--connections", "40");

    assertThat(settings.connections()).hasValue(40);
  }
}
