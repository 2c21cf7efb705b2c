package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.options.StudyQuestion;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ExperimentRunTest {

  @Test
  void shouldRecordTheOptionsThatDecideTheAnswer() {
    CommandLine line = ChaosMain.commandLine(System.out, System.err);
    CommandSpec spec = line.getSubcommands().get("kill-node").getCommandSpec();
    FaultCommand command = (FaultCommand) spec.userObject();
    line.parseArgs("kill-node", "--instances=10", "--repeat=3", "--drop-tolerance=60s", "--auth");

    Map<String, String> studyOptions =
        ExperimentRun.allOptions(command.experiment(), 10, StudyQuestion.of(spec));

    assertThat(studyOptions)
        .containsOnlyKeys("experiment", "instances", "--repeat", "--drop-tolerance", "--auth")
        .containsEntry("experiment", "kill-node")
        .containsEntry("instances", "10")
        .containsEntry("--drop-tolerance", "60s");
  }

  @Test
  void shouldRecordOnlyTheProgramOfAHook() {
    CommandLine line = ChaosMain.commandLine(System.out, System.err);
    line.parseArgs(
        "kill-node",
        "--break-cmd=/usr/bin/curl -uops:S3cret http://power/off",
        "--heal-cmd=TOKEN=S3cret power on");

    assertThat(StudyQuestion.of(line.getSubcommands().get("kill-node").getCommandSpec()))
        .containsEntry("--break-cmd", "curl")
        .containsEntry("--heal-cmd", "sh");
  }
}
