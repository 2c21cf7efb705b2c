package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A whole search on a model, made once: seconds of work. */
@Execution(ExecutionMode.CONCURRENT)
class SafeCapacityIT {

  private static final String COMMAND =
      "safe-capacity --target model:five-small --from 30 --to 36 --repeat 1 --drop-tolerance 60s"
          + " --out ";

  @TempDir private static Path folder;
  private static Path out;
  private static ChaosCli whole;

  @BeforeAll
  static void searchOnce() {
    out = folder.resolve("study");
    whole = search(out);
  }

  private static ChaosCli search(Path out) {
    return ChaosCli.run((COMMAND + out).split(" "));
  }

  @Test
  void shouldUseAnotherSeedForEachRunWhenTheRegistryIsNew() {
    assertThat(Study.read(out).runs())
        .extracting(run -> RunFolder.open(out.resolve(run)).run().workload().seed())
        .as(whole.err())
        .doesNotHaveDuplicates()
        .hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  void shouldResumeAfterTheTrialsThatWereMade(@TempDir Path interrupted) {
    Study answered = Study.read(out);
    int firstTrials = answered.runs().size() - 1;
    answered
        .withTrials(
            answered.runs().subList(0, firstTrials), answered.trials().subList(0, firstTrials))
        .write(interrupted);

    ChaosCli rest = search(interrupted);

    assertThat(rest.exitCode()).as(rest.err()).isEqualTo(whole.exitCode());
    assertThat(rest.err()).doesNotContain("size 30: a steady run");
    assertThat(Study.read(interrupted).answer()).isEqualTo(answered.answer());
    assertThat(Study.read(interrupted).trials()).isEqualTo(answered.trials());
  }

  @Test
  void shouldRefuseToAnswerFromEarlierTrialsAlone() {
    Study answered = Study.read(out);

    ChaosCli again = search(out);

    assertThat(again.exitCode()).isEqualTo(64);
    assertThat(Study.read(out).answer()).isEqualTo(answered.answer());
  }

  @Test
  void shouldRefuseToResumeWithOtherOptions(@TempDir Path other) {
    Study.begin("safe-capacity", "?", Map.of("nodes", "2"), Instant.EPOCH).write(other);

    ChaosCli cli = search(other);

    assertThat(cli.exitCode()).isEqualTo(64);
    assertThat(cli.err()).contains("{nodes=2}: name another --out");
  }
}
