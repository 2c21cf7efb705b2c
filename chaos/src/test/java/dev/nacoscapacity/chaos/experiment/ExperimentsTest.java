package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.nacoscapacity.chaos.trial.Trial;
import dev.nacoscapacity.chaos.trial.Victims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
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
  void shouldBeFitToBeRun(Path file) {
    Plan plan = PlanFile.read(file);

    assertThat(file).hasFileName(plan.name() + ".yaml");
    assertThat(plan.title()).isNotEqualTo(plan.name());
    for (Step step : plan.method()) {
      assertThatCode(() -> Victims.requirePossible(step, NODES)).doesNotThrowAnyException();
    }
    assertThat(plan.recorded()).hasSameSizeAs(plan.method());
    assertThat(Trial.longest(plan, NODES.size())).isLessThan(Duration.ofHours(1));
  }
}
