package dev.nacoscapacity.simulator.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.record.Tool;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.ClientModel;
import dev.nacoscapacity.simulator.run.ClientSettings;
import dev.nacoscapacity.simulator.run.FleetSettings;
import dev.nacoscapacity.simulator.run.Protocol;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.Timing;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.verify.NodeRow;
import dev.nacoscapacity.simulator.workload.Shard;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageLinesTest {

  private static final Duration SECOND = Duration.ofMillis(1_001);

  static List<WorkerMessage> words() {
    return List.of(
        order(),
        new WorkerMessage.Arrived(Barrier.Step.COMPLETE, false),
        new WorkerMessage.Go(
            Barrier.Step.SWEPT, true, Instant.parse("2026-01-02T03:04:05.678901234Z")),
        new WorkerMessage.Stop(StopSignal.Cause.HARM, "\"quoted\"\nand on two lines"),
        new WorkerMessage.Phase("warm-up", SECOND),
        new WorkerMessage.Note("事"),
        new WorkerMessage.Over(),
        new WorkerMessage.Done(),
        new WorkerMessage.Failed("no way"));
  }

  private static WorkerAssignment order() {
    RunSettings settings =
        new RunSettings(
            new FleetSettings(40, 4, "capacity-x", "capacity", new Shard(1, 2)),
            new ClientSettings(
                new Protocol(true, ClientModel.JAVA_2X, true), 10, 3, true, SECOND, SECOND),
            new Timing(SECOND, SECOND, SECOND, SECOND, Phase.BURST, SECOND, SECOND, SECOND, SECOND),
            2,
            7);
    return new WorkerAssignment(
        settings,
        List.of(new WorkerAssignment.NodeAddress("node1", "127.0.0.1", 8848)),
        new Access("a-token", SECOND, new Credentials("user", "a-password")),
        GracePeriods.DEFAULT,
        9_000,
        true,
        Path.of("/runs/a b/shards/1-of-2"),
        new Tool("simulator", "1", null),
        new Target(Target.LOCAL, "1.4.1", List.of("127.0.0.1:8848"), true, null, 10),
        new Machine(2, 1, "os", "java", Map.of("openFiles", 20_000L)));
  }

  @ParameterizedTest
  @MethodSource("words")
  void shouldBeTheSameAtTheOtherEnd(WorkerMessage word) {
    String line = MessageLines.line(word);

    assertThat(line).doesNotContain("\n");
    assertThat(MessageLines.parse(line)).isEqualTo(word);
  }

  @Test
  void shouldTellASecondWithItsBytes() {
    WorkerMessage.Second second =
        new WorkerMessage.Second(
            "measure",
            1.5,
            1,
            2,
            3,
            new byte[] {0, -1, 13, 10},
            List.of(new NodeRow(1, 2, 3, 4, 5, 6, 7L, 8, 9, 10, 11)));

    assertThat(MessageLines.parse(MessageLines.line(second)))
        .usingRecursiveComparison()
        .isEqualTo(second);
  }

  @Test
  void shouldKeepSecretsOutOfMessages() {
    assertThat(order().toString()).doesNotContain("a-token").doesNotContain("a-password");
    String broken = MessageLines.line(order()).replace("burst", "x").replace("BURST", "x");
    assertThatThrownBy(() -> MessageLines.parse(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .message()
        .doesNotContain("a-token")
        .doesNotContain("a-password");
  }
}
