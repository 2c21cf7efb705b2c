package dev.nacoscapacity.simulator.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.engine.Seconds;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsoleProgressTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final ConsoleProgress progress = progress(1, Operation.BEAT, Operation.LIST);

  @Test
  void shouldWriteALineEachTenSeconds() {
    progress.phase("measure", Duration.ofSeconds(60));
    seconds(25, 20);

    String line =
        "measure 30 s left | beat 20/s p99 4.0 ms | list 0/s | failed 0 skipped 0"
            + " | missing 0 unhealthy 0 unread 0 | scheduler lag p99 0.0 ms";
    assertThat(written.toString(UTF_8).lines()).containsExactly("measure, up to 60 s", line, line);
  }

  /** Three seconds of the run, whose rates are of those. */
  @Test
  void shouldWriteALineEachMinuteOfTheWallWhereTimeIsSlowed() {
    ConsoleProgress slow = progress(20, Operation.BEAT, Operation.LIST);
    slow.phase("measure", Duration.ofSeconds(60));
    seconds(slow, 7, 20);

    List<String> lines = written.toString(UTF_8).lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(2)).startsWith("measure 10 min 00 s left by the wall | beat 20/s p99 4.0");
  }

  @Test
  void shouldTellTheProtocolsApartInItsLineWhenTheFleetSpeaksBoth() {
    progress.phase("measure", Duration.ofSeconds(60));
    for (int second = 0; second < 10; second++) {
      RunStats both =
          new Seconds("node1")
              .over(Transport.HTTP)
              .calls(7, Operation.BEAT, 4, null)
              .calls(2, Operation.LIST, 5, null)
              .over(Transport.GRPC)
              .calls(3, Operation.BEAT, 40, null)
              .stats();
      progress.second(new RunSecond(1, "measure", 30, 10, 10, 1, both));
    }

    assertThat(written.toString(UTF_8))
        .contains(
            "| beat.http 7/s p99 4.0 ms | beat.grpc 3/s p99 40.0 ms | list.http 2/s p99 5.0 ms |");
  }

  @Test
  void shouldTellInItsLineWhatWentWrongInAnyOfTheTenSeconds() {
    progress.phase("measure", Duration.ofSeconds(60));
    RunStats bad = new Seconds("node1").calls(5, Operation.BEAT, 900, "timed out").stats();
    bad.node(0).set(RegistryCount.MISSING, 1L);
    progress.second(new RunSecond(1, "measure", 30, 9, 9, 0, bad));
    seconds(19, 20);

    List<String> lines = written.toString(UTF_8).lines().toList();
    assertThat(lines.get(1)).contains("beat 18/s p99 900 ms", "failed 5", "missing 1");
    assertThat(lines.get(2)).contains("beat 20/s p99 4.0 ms", "failed 0", "missing 0");
  }

  @Test
  void shouldTellOnlyOfTheApiThatIsCalledAtARate() {
    ConsoleProgress ofApi = progress(1, Operation.REGISTER);
    ofApi.phase("measure", Duration.ofSeconds(60));
    for (int second = 0; second < 10; second++) {
      RunStats calls = new Seconds("node1").calls(50, Operation.REGISTER, 7, null).stats();
      ofApi.second(new RunSecond(1, "measure", 30, 10, 10, 1, calls));
    }

    assertThat(written.toString(UTF_8)).contains("left | register 50/s p99 7.0 ms | failed 0");
  }

  @Test
  void shouldWriteNotesAtOnce() {
    progress.phase("ramp", Duration.ZERO);
    progress.note(Message.asIs("a note"));

    assertThat(written.toString(UTF_8).lines()).containsExactly("ramp", "note: a note");
  }

  private ConsoleProgress progress(double dilation, Operation... operations) {
    return new ConsoleProgress(
        new PrintStream(written, true, UTF_8), Language.ENGLISH, List.of(operations), dilation);
  }

  private void seconds(int count, int beats) {
    seconds(progress, count, beats);
  }

  private static void seconds(ConsoleProgress progress, int count, int beats) {
    for (int i = 0; i < count; i++) {
      RunStats second = new Seconds("node1").calls(beats, Operation.BEAT, 4, null).stats();
      progress.second(new RunSecond(1, "measure", 30, 9, 9, 0, second));
    }
  }
}
