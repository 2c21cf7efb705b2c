package dev.nacoscapacity.simulator.console;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shows the progress of a run: a board on a terminal, elsewhere one line every ten seconds. */
public final class ConsoleProgress implements Progress {

  private static final int SECONDS_BETWEEN_LINES = 10;

  private final Console console;
  private final BoardLines lines;
  private RunSecond last;
  private String phase;
  private double expectedSeconds;
  private int secondsInPhase;
  private RunStats sincePhase;
  private int secondsSinceLine;
  private RunStats sinceLine;

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
    secondsSinceLine = 0;
    sincePhase = null;
    sinceLine = null;
    if (last != null) {
      show(
          new RunSecond(
              last.at(),
              name,
              expectedSeconds,
              0,
              last.instances(),
              last.connections(),
              last.stats()));
    }
  }

  /** Prints a line about a completed phase. */
  private void leavePhase() {
    if (phase != null) {
      console.println(phase + ": " + NumberText.time(secondsInPhase));
    }
  }

  @Override
  public void second(RunSecond second) {
    secondsInPhase++;
    secondsSinceLine++;
    sincePhase = append(sincePhase, second.stats());
    sinceLine = append(sinceLine, second.stats());
    if (console.isTerminal()) {
      last = second;
      show(second);
    } else if (secondsInPhase % SECONDS_BETWEEN_LINES == 0) {
      console.println(line(progress(second)));
      sinceLine = null;
      secondsSinceLine = 0;
    }
  }

  private static RunStats append(RunStats before, RunStats next) {
    if (before == null) {
      return RunStats.sum(List.of(next));
    }
    before.append(next);
    return before;
  }

  private void show(RunSecond second) {
    RunStats phaseSoFar = sincePhase == null ? second.stats() : sincePhase;
    console.show(lines.of(second, progress(second), phaseSoFar));
  }

  private PhaseProgress progress(RunSecond second) {
    return PhaseProgress.of(second, expectedSeconds, secondsInPhase);
  }

  @Override
  public void note(String text) {
    console.println("note: " + text);
  }

  /** Removes the board. */
  public void end() {
    if (console.isTerminal()) {
      console.show(List.of());
      leavePhase();
    }
  }

  /** A line about the seconds since the last line. */
  private String line(PhaseProgress progress) {
    RegistryStats worst = RegistryStats.worst(sinceLine.registry().values());
    long failed = 0;
    long skipped = 0;
    for (OperationStats calls : sinceLine.operations().values()) {
      failed += calls.count(OperationCount.FAILED);
      skipped += calls.count(OperationCount.SKIPPED);
    }
    return String.format(
        Locale.ROOT,
        "%s %s | %s | %s | failed %,d skipped %,d | missing %,d unhealthy %,d unread %,d"
            + " | scheduler lag p99 %s ms",
        phase,
        progress.words(),
        rate(Operation.BEAT),
        rate(Operation.LIST),
        failed,
        skipped,
        worst.count(RegistryCount.MISSING),
        worst.count(RegistryCount.UNHEALTHY),
        worst.count(RegistryCount.UNKNOWN),
        BoardLines.millis(sinceLine.histogram(FleetDuration.SCHEDULER_LAG), 99));
  }

  /** The rate of an operation, for each protocol if clients use two. */
  private String rate(Operation operation) {
    List<String> names = sinceLine.operations().keySet().stream().filter(operation::names).toList();
    return (names.isEmpty() ? List.of(operation.label()) : names)
        .stream().map(name -> rate(name, sinceLine.of(name))).collect(Collectors.joining(" | "));
  }

  private String rate(String name, OperationStats calls) {
    return calls.ended() == 0
        ? name + " 0/s"
        : "%s %s/s p99 %s ms"
            .formatted(
                name,
                NumberText.count(
                    Math.round((double) calls.count(OperationCount.OK) / secondsSinceLine)),
                BoardLines.millis(calls.histogram(LatencyPart.LATENCY), 99));
  }
}
