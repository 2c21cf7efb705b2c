package dev.nacoscapacity.simulator.observe.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tallies;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardLinesTest {

  private static final NodeRow SOUND = new NodeRow(0, 35_000, 35_000, 35_000, 0, 0, 0, 0, 0, 0, 0);
  private static final NodeRow ILL = new NodeRow(1, 35_000, 34_990, 34_980, 10, 12, 3, 0, 2, 0, 0);

  private final Sums phase = new Sums();

  @Test
  void shouldShowASecondOnOneScreenOfEightyColumns() {
    Tallies second =
        new Tallies().calls(7, Operation.BEAT, 20, null).missed(2, Operation.BEAT, 3_000);

    assertThat(lines(80, board(second, SOUND)))
        .containsExactly(
            "measure    " + "█".repeat(15) + "░".repeat(15) + "  50 %  30 s left",
            "calls           ok/s    due/s   failed   missed   p50 ms   p99 ms   max ms",
            "beat               7        9        0        2     20.0    3,000    3,000",
            "registry     35,000 expected  35,000 healthy  0 missing  0 unhealthy  0 unknown",
            "generator    lag p99 0.0 ms  12 connections");
  }

  @Test
  void shouldShowTheWorstNode() {
    assertThat(lines(120, board(new Tallies(), SOUND, ILL)))
        .contains(
            "registry     35,000 expected  34,980 healthy  10 missing  12 unhealthy  0 unknown"
                + "  3 lost  2 divergent");
  }

  @Test
  void shouldKeepWhatFailedInTheEyeWhenTheNextSecondIsGood() {
    phase.add(board(new Tallies().calls(3, Operation.BEAT, 5, "timed out"), SOUND));

    assertThat(lines(80, board(new Tallies().calls(7, Operation.BEAT, 5, null), SOUND)))
        .anyMatch(line -> line.startsWith("beat               7        7        3        0"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 20, 33, 44, 60, 80, 100, 120, 200})
  void shouldNeverBeWiderThanTheTerminal(int columns) {
    Tallies second = new Tallies().calls(7, Operation.BEAT, 20, "timed out");
    Board board = board(second, SOUND, ILL);
    phase.add(board);

    List<StyledLine> lines =
        of(columns, true).of(board, new PhaseProgress(0.5, "30 s left"), phase);

    assertThat(lines).allMatch(line -> line.length() < columns || columns == 1);
  }

  @Test
  void shouldLeaveOutAColumnRatherThanHalfANumber() {
    phase.add(board(new Tallies().calls(7, Operation.BEAT, 1, null), SOUND));

    List<String> lines =
        lines(40, board(new Tallies().calls(1234, Operation.BEAT, 1, null), SOUND));

    assertThat(lines.get(1)).isEqualTo("calls           ok/s    due/s   failed");
    assertThat(lines.get(2)).isEqualTo("beat           1,234    1,234        0");
    assertThat(lines.get(3)).isEqualTo("registry     35,000 expected");
  }

  @Test
  void shouldUseColoursOnlyWhenTheyAreWanted() {
    Board board = board(new Tallies().calls(1, Operation.BEAT, 1, "timed out"), ILL);
    phase.add(board);
    PhaseProgress advance = new PhaseProgress(0.5, "30 s left");

    assertThat(of(80, false).of(board, advance, phase)).noneMatch(l -> l.text().contains("\033"));
    assertThat(of(80, true).of(board, advance, phase))
        .anyMatch(l -> l.text().contains("\033[1;31m"));
  }

  private List<String> lines(int columns, Board board) {
    phase.add(board);
    return of(columns, false).of(board, new PhaseProgress(0.5, "30 s left"), phase).stream()
        .map(StyledLine::text)
        .toList();
  }

  private static BoardLines of(int columns, boolean colours) {
    return new BoardLines(() -> new StyledLine(columns - 1, colours), true);
  }

  private static Board board(Tallies second, NodeRow... rows) {
    return new Board("measure", 30, 35_000, 35_000, 12, second.tally(), List.of(rows));
  }
}
