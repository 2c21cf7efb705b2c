package dev.nacoscapacity.simulator.observe.console;

import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Follows a run on a console: by a board on a terminal, elsewhere by one line each ten seconds. */
public final class ConsoleProgress implements Progress {

  private static final int SECONDS_BETWEEN_LINES = 10;

  private final Console console;
  private final BoardLines lines;
  private Board last;
  private String phase;
  private double expectedSeconds;
  private int secondsInPhase;
  private Sums sums = new Sums();

  public ConsoleProgress(Console console) {
    this.console = console;
    this.lines = new BoardLines(console::line, console.isUnicode());
  }

  @Override
  public void phase(String name, Duration expected) {
    if (console.isTerminal()) {
      leavePhase();
    } else {
      console.println(name + (expected.isZero() ? "" : ", up to " + expected.toSeconds() + " s"));
    }
    phase = name;
    expectedSeconds = expected.toMillis() / 1e3;
    secondsInPhase = 0;
    sums = new Sums();
    if (last != null) {
      show(
          new Board(
              name,
              expectedSeconds,
              0,
              last.instances(),
              last.connections(),
              last.second(),
              last.registry()));
    }
  }

  /** What is over scrolls away as a line of its own. */
  private void leavePhase() {
    if (phase != null) {
      console.println(phase + ": " + NumberText.time(secondsInPhase));
    }
  }

  @Override
  public void second(Board board) {
    secondsInPhase++;
    sums.add(board);
    if (console.isTerminal()) {
      last = board;
      show(board);
    } else if (secondsInPhase % SECONDS_BETWEEN_LINES == 0) {
      console.println(line(advance(board), sums));
      sums = new Sums();
    }
  }

  private void show(Board board) {
    console.show(lines.of(board, advance(board), sums));
  }

  private PhaseProgress advance(Board board) {
    return PhaseProgress.of(board, expectedSeconds, secondsInPhase);
  }

  @Override
  public void note(String text) {
    console.println("note: " + text);
  }

  /** Takes the board away. */
  public void end() {
    if (console.isTerminal()) {
      console.show(List.of());
      leavePhase();
    }
  }

  /** The seconds since the line before, in one. */
  private String line(PhaseProgress advance, Sums sums) {
    Sums.Worst worst = sums.worst();
    return String.format(
        Locale.ROOT,
        "%s %s | %s | %s | failed %,d missed %,d | missing %,d unhealthy %,d unknown %,d"
            + " | lag p99 %s ms",
        phase,
        advance.words(),
        rate(sums, Operation.BEAT),
        rate(sums, Operation.LIST),
        sums.total(Sums.Calls::failed),
        sums.total(Sums.Calls::missed),
        worst.missing(),
        worst.unhealthy(),
        worst.unknown(),
        NumberText.millis(sums.lag(), 99));
  }

  private static String rate(Sums sums, Operation operation) {
    Sums.Calls calls = sums.calls().get(operation);
    return calls == null
        ? operation.label() + " 0/s"
        : "%s %s/s p99 %s ms"
            .formatted(
                operation.label(),
                NumberText.count(Math.round((double) calls.ok() / sums.seconds())),
                NumberText.millis(calls.latency(), 99));
  }
}
