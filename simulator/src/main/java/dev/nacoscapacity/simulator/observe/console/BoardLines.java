package dev.nacoscapacity.simulator.observe.console;

import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.observe.console.StyledLine.Ink;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tally;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The board's text: rates and latency are of the last second, failures and missed slots of the
 * phase so far; wait and serve are p99 in ms. What does not fit goes from the right.
 */
final class BoardLines {

  private static final int LABEL = 11;
  private static final int COLUMN = 9;
  private static final int WIDEST_BAR = 30;
  private static final int NARROWEST_BAR = 5;

  private final Supplier<StyledLine> blank;
  private final boolean unicode;

  /**
   * @param blank makes an empty line as wide as the terminal
   * @param unicode whether bars may be made of block characters
   */
  BoardLines(Supplier<StyledLine> blank, boolean unicode) {
    this.blank = blank;
    this.unicode = unicode;
  }

  List<StyledLine> of(Board board, PhaseProgress advance, Sums phase) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(progress(board.phase(), advance));
    lines.add(head());
    phase.calls().forEach((operation, calls) -> lines.add(row(operation, board.second(), calls)));
    lines.add(registry(board));
    lines.add(generator(board));
    return lines;
  }

  private StyledLine progress(String phase, PhaseProgress advance) {
    StyledLine line = blank.get().add(phase, Ink.BOLD).to(LABEL);
    // Two spaces and the percentage stand beside the bar.
    int room = Math.min(WIDEST_BAR, line.left() - advance.words().length() - 8);
    if (advance.share() >= 0 && room >= NARROWEST_BAR) {
      int done = (int) (advance.share() * room);
      line.add((unicode ? "█" : "#").repeat(done), Ink.GOOD)
          .add((unicode ? "░" : "-").repeat(room - done), Ink.DIM)
          .add("%4d %%  ".formatted((int) (100 * advance.share())));
    }
    return line.add(advance.words());
  }

  private StyledLine head() {
    return row(
        "calls", Ink.DIM, "ok/s", "due/s", "failed", "missed", "p50 ms", "p99 ms", "max ms", "wait",
        "serve");
  }

  private StyledLine row(Operation operation, Tally second, Sums.Calls phase) {
    Tally.Counts counts = second.of(operation);
    StyledLine line = blank.get().add(operation.label()).to(LABEL);
    cell(line, NumberText.count(counts.ok()), Ink.PLAIN);
    cell(line, NumberText.count(counts.required()), Ink.PLAIN);
    cell(line, NumberText.count(phase.failed()), ink(phase.failed()));
    cell(line, NumberText.count(phase.missed()), ink(phase.missed()));
    cell(line, NumberText.millis(counts.latency(), 50), Ink.PLAIN);
    cell(line, NumberText.millis(counts.latency(), 99), Ink.PLAIN);
    cell(line, NumberText.millis(counts.latency(), 100), Ink.PLAIN);
    cell(line, NumberText.millis(counts.poolWait(), 99), Ink.PLAIN);
    cell(line, NumberText.millis(counts.service(), 99), Ink.PLAIN);
    return line;
  }

  private StyledLine row(String label, Ink ink, String... cells) {
    StyledLine line = blank.get().add(label, ink).to(LABEL);
    for (String cell : cells) {
      cell(line, cell, ink);
    }
    return line;
  }

  /** A column that would be cut is left out: half a number is a wrong one. */
  private static void cell(StyledLine line, String text, Ink ink) {
    if (line.left() >= COLUMN) {
      line.add(" ".repeat(Math.max(1, COLUMN - text.length()))).add(text, ink);
    } else {
      line.close();
    }
  }

  private static Ink ink(long faults) {
    return faults > 0 ? Ink.BAD : Ink.PLAIN;
  }

  private StyledLine registry(Board board) {
    StyledLine line = blank.get().add("registry", Ink.BOLD).to(LABEL);
    word(line, most(board, NodeRow::expected), "expected", Ink.PLAIN);
    word(line, least(board, NodeRow::healthy), "healthy", Ink.PLAIN);
    Sums.Worst worst = Sums.Worst.of(board);
    word(line, worst.missing(), "missing", ink(worst.missing()));
    word(line, worst.unhealthy(), "unhealthy", ink(worst.unhealthy()));
    word(line, worst.unknown(), "unknown", ink(worst.unknown()));
    wordIfAny(line, worst.lost(), "lost");
    wordIfAny(line, worst.ghost(), "ghosts");
    wordIfAny(line, worst.divergent(), "divergent");
    return line;
  }

  private static int least(Board board, ToIntFunction<NodeRow> cell) {
    return board.registry().stream().mapToInt(cell).min().orElse(0);
  }

  private static int most(Board board, ToIntFunction<NodeRow> cell) {
    return board.registry().stream().mapToInt(cell).max().orElse(0);
  }

  private static void wordIfAny(StyledLine line, long count, String word) {
    if (count > 0) {
      word(line, count, word, Ink.BAD);
    }
  }

  private static void word(StyledLine line, long count, String word, Ink ink) {
    String text = NumberText.count(count) + " " + word;
    if (line.left() >= text.length() + 2) {
      line.add("  ").add(text, ink);
    } else {
      line.close();
    }
  }

  private StyledLine generator(Board board) {
    StyledLine line = blank.get().add("generator", Ink.BOLD).to(LABEL);
    line.add("  lag p99 ").add(NumberText.millis(board.second().lag(), 99)).add(" ms");
    word(line, board.connections(), "connections", Ink.PLAIN);
    return line;
  }
}
