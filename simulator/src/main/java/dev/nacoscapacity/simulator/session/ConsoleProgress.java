package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.Tally;
import dev.nacoscapacity.simulator.truth.NodeRow;
import dev.nacoscapacity.simulator.wire.Operation;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** One line a second, rewritten in place on a terminal; elsewhere one line each ten seconds. */
final class ConsoleProgress implements Progress {

  private static final int SECONDS_BETWEEN_LINES = 10;
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream out;
  private final boolean terminal;
  private int secondsInPhase;

  ConsoleProgress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public void phase(String name, Duration expected) {
    secondsInPhase = 0;
    if (!terminal) {
      out.println(name + (expected.isZero() ? "" : ", up to " + expected.toSeconds() + " s"));
    }
  }

  @Override
  public void second(Board board) {
    secondsInPhase++;
    if (terminal) {
      out.print(ERASE_LINE + line(board));
      out.flush();
    } else if (secondsInPhase % SECONDS_BETWEEN_LINES == 0) {
      out.println(line(board));
    }
  }

  @Override
  public void note(String text) {
    out.println((terminal ? ERASE_LINE : "") + "note: " + text);
  }

  /** Ends the line that is rewritten. */
  void end() {
    if (terminal) {
      out.print(ERASE_LINE);
    }
  }

  private String line(Board board) {
    Tally tally = board.second();
    int missing = 0;
    int unhealthy = 0;
    int unknown = 0;
    for (NodeRow row : board.registry()) {
      missing = Math.max(missing, row.missing());
      unhealthy = Math.max(unhealthy, row.unhealthy());
      unknown = Math.max(unknown, row.unknown());
    }
    return String.format(
        Locale.ROOT,
        "%s%s | beat %,d/s p99 %.1f ms | list %,d/s | failed %d | missing %d unhealthy %d unknown %d"
            + " | lag p99 %.1f ms",
        board.phase(),
        left(board),
        tally.of(Operation.BEAT).ok(),
        tally.of(Operation.BEAT).latency().getValueAtPercentile(99) / 1e3,
        tally.of(Operation.LIST).ok(),
        failures(tally),
        missing,
        unhealthy,
        unknown,
        tally.lag().getValueAtPercentile(99) / 1e3);
  }

  private static String left(Board board) {
    boolean rollout = board.phase().equals("ramp") || board.phase().equals("deregister");
    if (rollout) {
      return " %,d of %,d".formatted(board.done(), board.instances());
    }
    return board.remainingSeconds() > 0 ? " %.0f s left".formatted(board.remainingSeconds()) : "";
  }

  private static long failures(Tally tally) {
    long failures = 0;
    for (Operation operation : Operation.values()) {
      failures += tally.of(operation).failedTotal();
    }
    return failures;
  }
}
