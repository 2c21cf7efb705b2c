package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.simulator.options.Conventions;
import dev.nacoscapacity.simulator.run.RunSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class TrialOptionsTest {

  private static RunSettings settings(String experiment, String... more) {
    TrialOptions options = new TrialOptions();
    Conventions.apply(new CommandLine(options), System.out, System.err).parseArgs(more);
    ExperimentSpec spec = ExperimentFile.read(Path.of("experiments", experiment + ".yaml"));
    return options.settings(500, spec);
  }

  @Test
  void shouldGiveEachClientAConnectionWhereANodeAnswersLate() {
    assertThat(settings("slow-node").clients().connections()).isEqualTo(500);
  }

  @Test
  void shouldKeepTheConnectionsThatWereAskedFor() {
    RunSettings settings = settings("slow-node", "--connections", "40");

    assertThat(settings.clients().connections()).isEqualTo(40);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kill-node", "pause-node", "blackhole-node"})
  void shouldLetTheFleetShareItsConnectionsUnderOtherFaults(String experiment) {
    assertThat(settings(experiment).clients().connections()).isEqualTo(10);
  }
}
