package dev.nacoscapacity.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.cli.Conventions;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

class StudyQuestionTest {

  @Command(name = "sample")
  private static final class Sample {
    @Mixin TargetOptions target;
    @Mixin ThresholdOptions criteria;

    @Option(names = "--out")
    Path out;
  }

  @Test
  void shouldRecordEveryOptionThatDecidesTheTrialsAndNeverThePassword() {
    CommandLine line = Conventions.parser(new Sample());
    line.parseArgs(
        "--auth",
        "--username=op",
        "--password",
        "--password-file=hush",
        "--guard-tolerance=5%",
        "--threshold=beat.p99<500ms,missing<=1",
        "--out=x",
        "--yes");

    Map<String, String> options = StudyQuestion.of(line.getCommandSpec());

    assertThat(options)
        .containsOnlyKeys("--auth", "--username", "--threshold")
        .containsEntry("--username", "op")
        .containsEntry("--threshold", "beat.p99<500ms,missing<=1");
    assertThat(options.toString()).doesNotContain("hush");
  }
}
