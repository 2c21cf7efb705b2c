package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.Study;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A whole search on a model: seconds of work, while other tests wait. */
@Execution(ExecutionMode.CONCURRENT)
class SafeCapacityIT {

  private static final String COMMAND =
      "safe-capacity --target model:five-small --from 30 --to 36 --repeat 1 --drop-tolerance 60s"
          + " --out ";

  @Test
  void shouldDrawEachRunAnewWhenTheRegistryIsNewForEachRun(@TempDir Path folder) {
    Path out = folder.resolve("study");
    Cli cli = Cli.run((COMMAND + out).split(" "));

    assertThat(Study.read(out).runs())
        .extracting(run -> RunFolder.open(out.resolve(run)).run().workload().seed())
        .as(cli.err())
        .doesNotHaveDuplicates()
        .hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  void shouldGoOnAfterTheTrialsThatWereMade(@TempDir Path folder) {
    Path out = folder.resolve("study");
    Cli whole = Cli.run((COMMAND + out).split(" "));
    Study answered = Study.read(out);
    int made = 2;
    answered
        .withTrials(answered.runs().subList(0, made), answered.trials().subList(0, made))
        .write(out);

    Cli rest = Cli.run((COMMAND + out).split(" "));

    assertThat(rest.exitCode()).as(rest.err()).isEqualTo(whole.exitCode());
    assertThat(rest.err()).doesNotContain("size 30: a steady run");
    assertThat(Study.read(out).answer()).isEqualTo(answered.answer());
    assertThat(Study.read(out).trials()).isEqualTo(answered.trials());
  }

  @Test
  void shouldRefuseToGoOnWithOtherOptions(@TempDir Path folder) {
    Study.begin("safe-capacity", "?", Map.of("nodes", "2"), Instant.EPOCH).write(folder);

    Cli cli = Cli.run((COMMAND + folder).split(" "));

    assertThat(cli.exitCode()).isEqualTo(64);
    assertThat(cli.err()).contains("other options, {nodes=2}: name another --out, or the same");
  }
}
