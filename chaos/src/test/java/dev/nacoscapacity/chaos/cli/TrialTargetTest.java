package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.core.cli.Conventions;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialTargetTest {

  @ParameterizedTest
  @CsvSource({
    "slow-node, local, ''",
    "blackhole-node, 127.0.0.1:1, ''",
    "kill-node, embedded, ''",
    "kill-node, local, ; a node that is broken stays so: bin/nacos-cluster heal heals it",
    "kill-node, 127.0.0.1:1, ; a node that is broken stays so: bin/chaos heal heals it"
  })
  void shouldNameTheHealCommandOnlyForFaultsThatOutliveTheTool(
      String experiment, String target, String message) {
    TrialOptions options = new TrialOptions();
    Conventions.parser(options).parseArgs("--target", target);

    assertThat(
            TrialTarget.leftBehind(
                ExperimentFile.read(Path.of("experiments", experiment + ".yaml")), options.run()))
        .isEqualTo(message);
  }
}
