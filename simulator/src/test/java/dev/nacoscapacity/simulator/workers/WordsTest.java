package dev.nacoscapacity.simulator.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.record.Tool;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.run.ClientSettings;
import dev.nacoscapacity.simulator.run.Gate;
import dev.nacoscapacity.simulator.run.Population;
import dev.nacoscapacity.simulator.run.Protocol;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.Timing;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.truth.Limits;
import dev.nacoscapacity.simulator.truth.NodeRow;
import dev.nacoscapacity.simulator.workload.Shard;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WordsTest {

  private static final Duration SECOND = Duration.ofMillis(1_001);

  static List<Word> words() {
    return List.of(
        order(),
        new Word.Arrived(Gate.Step.COMPLETE, false),
        new Word.Go(Gate.Step.SWEPT, true, Instant.parse("2026-01-02T03:04:05.678901234Z")),
        new Word.Stop(StopSignal.Cause.HARM, "\"quoted\"\nand on two lines"),
        new Word.Phase("warm-up", SECOND),
        new Word.Note("事"),
        new Word.Over(),
        new Word.Done(),
        new Word.Failed("no way"));
  }

  private static Order order() {
    RunSettings settings =
        new RunSettings(
            new Population(40, 4, "capacity-x", "capacity", new Shard(1, 2)),
            new ClientSettings(
                new Protocol(true, Protocol.Cadence.CLIENT, true), 10, 3, true, SECOND, SECOND),
            new Timing(SECOND, SECOND, SECOND, SECOND, Phase.HERD, SECOND, SECOND, SECOND),
            2,
            7);
    return new Order(
        settings,
        List.of(new Order.NodeAddress("node1", "127.0.0.1", 8848)),
        new Access("a-token", SECOND, new Credentials("user", "a-password")),
        Limits.DEFAULT,
        9_000,
        true,
        Path.of("/runs/a b/shards/1-of-2"),
        new Tool("simulator", "1", null),
        new Target(Target.LOCAL, "1.4.1", List.of("127.0.0.1:8848"), true, null, 10),
        new Machine(2, 1, "os", "java", Map.of("openFiles", 20_000L)));
  }

  @ParameterizedTest
  @MethodSource("words")
  void shouldBeTheSameAtTheOtherEnd(Word word) {
    String line = Words.line(word);

    assertThat(line).doesNotContain("\n");
    assertThat(Words.parse(line)).isEqualTo(word);
  }

  @Test
  void shouldTellASecondWithItsBytes() {
    Word.Second second =
        new Word.Second(
            "measure",
            1.5,
            1,
            2,
            3,
            new byte[] {0, -1, 13, 10},
            List.of(new NodeRow(1, 2, 3, 4, 5, 6, 7L, 8, 9, 10, 11)));

    assertThat(Words.parse(Words.line(second))).usingRecursiveComparison().isEqualTo(second);
  }

  @Test
  void shouldKeepSecretsOutOfMessages() {
    assertThat(order().toString()).doesNotContain("a-token").doesNotContain("a-password");
    String broken = Words.line(order()).replace("herd", "x").replace("HERD", "x");
    assertThatThrownBy(() -> Words.parse(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .message()
        .doesNotContain("a-token")
        .doesNotContain("a-password");
  }
}
