package dev.nacoscapacity.simulator.observe.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tallies;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where there is no terminal. */
class ConsoleProgressTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final ConsoleProgress progress =
      new ConsoleProgress(Console.on(new PrintStream(written, true, UTF_8)));

  @Test
  void shouldWriteALineEachTenSeconds() {
    progress.phase("measure", Duration.ofSeconds(60));
    seconds(25, new Tallies().calls(20, Operation.BEAT, 4, null));
    progress.end();

    String line =
        "measure 30 s left | beat 20/s p99 4.0 ms | list 0/s | failed 0 missed 0"
            + " | missing 0 unhealthy 0 unknown 0 | lag p99 0.0 ms";
    assertThat(written.toString(UTF_8).lines()).containsExactly("measure, up to 60 s", line, line);
  }

  @Test
  void shouldTellInItsLineWhatWentWrongInAnyOfTheTenSeconds() {
    progress.phase("measure", Duration.ofSeconds(60));
    progress.second(
        new Board(
            "measure",
            30,
            9,
            9,
            0,
            new Tallies().calls(5, Operation.BEAT, 900, "timed out").tally(),
            List.of(new NodeRow(0, 9, 8, 8, 1, 0, 0, 0, 0, 0, 0))));
    seconds(19, new Tallies().calls(20, Operation.BEAT, 4, null));

    List<String> lines = written.toString(UTF_8).lines().toList();
    assertThat(lines.get(1)).contains("beat 18/s p99 900 ms", "failed 5", "missing 1");
    assertThat(lines.get(2)).contains("beat 20/s p99 4.0 ms", "failed 0", "missing 0");
  }

  @Test
  void shouldWriteNoControlCharacters() {
    progress.phase("ramp", Duration.ZERO);
    seconds(10, new Tallies());
    progress.note("a note");
    progress.end();

    assertThat(written.toString(UTF_8)).doesNotContain("\033").doesNotContain("\r");
    assertThat(written.toString(UTF_8).lines()).contains("ramp", "note: a note");
  }

  private void seconds(int count, Tallies each) {
    for (int i = 0; i < count; i++) {
      progress.second(new Board("measure", 30, 9, 9, 0, each.tally(), List.of()));
    }
  }
}
