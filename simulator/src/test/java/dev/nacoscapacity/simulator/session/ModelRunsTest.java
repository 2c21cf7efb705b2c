package dev.nacoscapacity.simulator.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.simulator.Workloads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelRunsTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path folder;

  private boolean runs() {
    ModelSpec model = ModelFile.read("this-machine");
    return new ModelRuns(new PrintStream(err, true, UTF_8), Language.ENGLISH)
        .run(model, Workloads.of(10, 2, "http"), false, Criteria.defaults(), folder.resolve("run"))
        .isPresent();
  }

  /** So that a study goes on with its next run. */
  @Test
  void shouldReportARunThatCannotBeRecorded() throws IOException {
    Files.createDirectories(folder.resolve("run/other"));

    assertThat(runs()).isFalse();
    assertThat(err.toString(UTF_8)).contains("is not empty").doesNotContain("internal error");
  }
}
