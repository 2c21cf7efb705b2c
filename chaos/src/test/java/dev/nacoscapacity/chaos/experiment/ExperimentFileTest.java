package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentFileTest {

  private static ExperimentSpec parse(String text) {
    return ExperimentFile.parse("x.yaml", text);
  }

  @Test
  void shouldReadEveryPart() {
    ExperimentSpec spec =
        parse(
            """
            name: two
            title: Two things go wrong
            hypothesis:
              steady-duration: 20s
              drop-tolerance: 15s
            method:
              - fault: slow
                which: node2
                latency: 200ms
              - fault: kill
                victims: 2
                which: follower
                after: 10s
            heal:
              after: 30s
            recovery-timeout: 90s
            """);

    assertThat(spec)
        .isEqualTo(
            new ExperimentSpec(
                "two",
                "Two things go wrong",
                new Experiment.Hypothesis(0.001, 20, 1.2, 10, 15, Map.of()),
                Duration.ofSeconds(180),
                List.of(
                    new ExperimentStep(
                        FaultKind.SLOW,
                        1,
                        NodeChoice.parse("node2"),
                        Duration.ZERO,
                        NetworkConditions.slow(Duration.ofMillis(200))),
                    new ExperimentStep(
                        FaultKind.KILL,
                        2,
                        NodeChoice.parse("follower"),
                        Duration.ofSeconds(10),
                        NetworkConditions.NORMAL)),
                Optional.of(Duration.ofSeconds(30)),
                Duration.ofSeconds(90)));
  }

  @Test
  void shouldFillInDefaults() {
    ExperimentSpec spec = parse("{name: one, method: [{fault: pause}]}");

    assertThat(spec.title()).isEqualTo("one");
    assertThat(spec.hypothesis())
        .isEqualTo(new Experiment.Hypothesis(0.001, 30, 1.2, 10, 0, Map.of()));
    assertThat(spec.gate()).isEqualTo(Duration.ofSeconds(180));
    assertThat(spec.observe()).isEqualTo(Duration.ofSeconds(180));
    assertThat(spec.method())
        .containsExactly(ExperimentStep.of(FaultKind.PAUSE, 1, NodeChoice.RANDOM));
    assertThat(spec.healAfter()).contains(Duration.ofSeconds(60));
  }

  /** The commands have other defaults. */
  @Test
  void shouldDefaultToOneNode() {
    String file =
        "{name: one, method: [{fault: slow, latency: 1ms},"
            + " {fault: upgrade, from-version: 1.4.1, to-version: 2.0.4}]}";

    List<ExperimentStep> steps = parse(file).method();

    assertThat(steps).extracting(ExperimentStep::which).containsOnly(NodeChoice.RANDOM);
    assertThat(steps).extracting(ExperimentStep::nodes).containsOnly(1);
  }

  @Test
  void shouldRecordThatAStepWaitsForTheStepBefore() {
    ExperimentSpec spec =
        parse("{name: one, method: [{fault: pause, after: 5s}, {fault: kill, after: 10s}]}");

    assertThat(spec.recorded())
        .extracting(Experiment.Action::afterSeconds)
        .containsExactly(5.0, 10.0);
  }

  @Test
  void shouldHealAtTheEndWhenAskedTo() {
    assertThat(parse("{name: one, method: [{fault: pause}], heal: {after: end}}").healAfter())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{nme: a, method: [{fault: kill}]} | x.yaml:1:2: unknown key 'nme'",
        "{name: a, method: [{fault: kill, wich: leader}]} | x.yaml:1:34: unknown key 'wich'",
        "{name: a, method: [{fault: burn}]} | x.yaml:1:28: 'burn' is no fault; there are kill",
        "{name: a, method: [{fault: kill, victims: 0}]} | number of nodes is 1 or more",
        "{name: a, method: [{fault: kill, victims: 1.9}]} | 1:43: '1.9' is not a whole number",
        "{name: a, method: [{fault: kill, which: 'node1,node1'}]} | 1:41: which is leader,"
            + " follower",
        "{name: a, method: [{fault: kill, victims: 3, which: 'node1,node2'}]} | names 2 nodes",
        "{name: a, method: [{fault: kill, latency: 5s}]} | 'latency' belongs to the fault 'slow'",
        "{name: a, method: [{fault: kill, to-version: 2.2.4}]} | 'to-version' belongs to the fault 'upgrade' only",
        "{name: a, method: [{fault: upgrade, from-version: 1.4.1}]} | 'to-version' is missing here",
        "{name: a, method: [{fault: upgrade, from-version: 9.9, to-version: 2.2.4}]} | '9.9' is not 1.4.1 or",
        "{name: a, method: [{fault: upgrade, from-version: 2.2.4, to-version: 2.2.4}]} | to another version",
        "{name: a, method: [{fault: upgrade, from-version: 1.4.1, to-version: 2.2.4, clients-follow: maybe}]} |"
            + " 'maybe' is not true or false",
        "{name: a, method: [{fault: kill, clients-follow: true}]} | 'clients-follow' belongs to",
        "{name: a, method: [{fault: slow}]} | a slow node needs a latency",
        "{name: a, method: [{fault: kill, after: soon}]} | 1:41: 'soon' is not a duration",
        "{name: a, method: [{fault: kill, which: each}], heal: {after: end}} | in a file heal: {"
            + " after: 30s }",
        "{name: a, method: [{fault: kill, victims: 3, which: each}]} | 'each'",
        "{name: a, method: []} | a method has at least one step",
        "{name: a, recovery-timeout: 5s, method: [{fault: kill}]} | recovery-timeout is at least the steady-duration",
        "{name: a, hypothesis: {steady-duration: 1ms}, method: [{fault: kill}]} | 1:41: steady-duration is 1s or more",
        "{name: a, hypothesis: {recovery-timeout: 99s}, method: [{fault: kill}]} | unknown key 'recovery-timeout'",
        "{method: [{fault: kill}]} | 'name' is missing here",
        "{name: a, method: {fault: kill}} | 'method' is a list",
        "'' | the file is empty",
        "{name: a | x.yaml:1"
      })
  void shouldNameTheLineAndColumnOfAMistake(String text, String complaint) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("x.yaml:")
        .hasMessageContaining(complaint);
  }

  @Test
  void shouldSayThatAFileIsNoTextOrCannotBeRead(@TempDir Path folder) throws IOException {
    Path noText = folder.resolve("x.yaml");
    Files.write(noText, new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThatThrownBy(() -> ExperimentFile.read(noText))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("x.yaml is not text in UTF-8");
    assertThatThrownBy(() -> ExperimentFile.read(folder))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("cannot read " + folder);
  }

  @Test
  void shouldSayWhereTheFilesAreWhenThereIsNone() {
    assertThatThrownBy(() -> ExperimentFile.read(Path.of("nowhere.yaml")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no file nowhere.yaml")
        .hasMessageContaining("bin/chaos list");
  }
}
