package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.nacoscapacity.chaos.trial.NodeSelector;
import dev.nacoscapacity.chaos.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file that comes with the project is parsed, and could be carried out on five nodes. */
class ExperimentsTest {

  private static final List<String> NODES = List.of("node1", "node2", "node3", "node4", "node5");

  static Stream<Path> files() throws IOException {
    return Files.list(Path.of("experiments")).sorted();
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldBeReadyToRun(Path file) {
    ExperimentSpec spec = ExperimentFile.read(file);

    assertThat(file).hasFileName(spec.name() + ".yaml");
    assertThat(spec.title()).isNotEqualTo(spec.name());
    assertThatCode(() -> NodeSelector.requirePossible(spec, NODES)).doesNotThrowAnyException();
    assertThat(spec.recorded()).hasSameSizeAs(spec.method());
    assertThat(Trial.longest(spec, NODES.size(), Duration.ZERO)).isLessThan(Duration.ofHours(1));
  }

  @Test
  void shouldLeaveTheFirstNodeDeadWhenTheSecondOneIsPaused() {
    ExperimentSpec spec = ExperimentFile.read(Path.of("experiments", "second-fault.yaml"));

    assertThat(spec.healAfter()).isEmpty();
  }
}
