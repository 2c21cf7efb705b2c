package dev.nacoscapacity.simulator.console;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Fold;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.console.StyledLine.Ink;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The board's text: rates and latency are of the last second, failed and skipped calls of the phase
 * so far; wait and serve are p99 in ms. Columns that do not fit are dropped from the right.
 */
final class BoardLines {

  private static final List<RegistryCount> SHOWN =
      Stream.concat(
              Stream.of(RegistryCount.EXPECTED, RegistryCount.HEALTHY),
              RegistryCount.JUDGED.stream())
          .toList();

  /** Shown only when there are any. */
  private static final Set<RegistryCount> RARE =
      EnumSet.of(
          RegistryCount.UNKNOWN_INSTANCE_BEATS, RegistryCount.STALE, RegistryCount.DIVERGENT);

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

  List<StyledLine> of(RunSecond second, PhaseProgress advance, RunStats phase) {
    List<StyledLine> lines = new ArrayList<>();
    RunStats stats = second.stats();
    lines.add(progress(second.phase(), advance));
    Map<String, OperationStats> operations = phase.operations();
    int label = operations.keySet().stream().mapToInt(String::length).max().orElse(0) + 1;
    label = Math.max(LABEL, label);
    lines.add(head(label));
    for (Map.Entry<String, OperationStats> calls : operations.entrySet()) {
      lines.add(row(label, calls.getKey(), stats.of(calls.getKey()), calls.getValue()));
    }
    lines.add(registry(stats, phase));
    lines.add(generator(second));
    return lines;
  }

  private StyledLine progress(String phase, PhaseProgress advance) {
    StyledLine line = blank.get().add(phase, Ink.BOLD).to(LABEL);
    // Leaves room for two spaces and the percentage.
    int room = Math.min(WIDEST_BAR, line.room() - advance.words().length() - 8);
    if (advance.share() >= 0 && room >= NARROWEST_BAR) {
      int cells = (int) (advance.share() * room);
      line.add((unicode ? "█" : "#").repeat(cells), Ink.GOOD)
          .add((unicode ? "░" : "-").repeat(room - cells), Ink.DIM)
          .add("%4d %%  ".formatted((int) (100 * advance.share())));
    }
    return line.add(advance.words());
  }

  private StyledLine head(int label) {
    return row(
        label, "calls", Ink.DIM, "ok/s", "due/s", "failed", "skipped", "p50 ms", "p99 ms", "max ms",
        "wait", "serve");
  }

  private StyledLine row(int label, String operation, OperationStats second, OperationStats phase) {
    Histogram latency = second.histogram(LatencyPart.LATENCY);
    StyledLine line = blank.get().add(operation).to(label);
    cell(line, NumberText.count(second.count(OperationCount.OK)), Ink.PLAIN);
    cell(line, NumberText.count(second.count(OperationCount.REQUIRED)), Ink.PLAIN);
    fault(line, phase.count(OperationCount.FAILED));
    fault(line, phase.count(OperationCount.SKIPPED));
    cell(line, millis(latency, 50), Ink.PLAIN);
    cell(line, millis(latency, 99), Ink.PLAIN);
    cell(line, millis(latency, 100), Ink.PLAIN);
    cell(line, millis(second.histogram(LatencyPart.POOL_WAIT), 99), Ink.PLAIN);
    cell(line, millis(second.histogram(LatencyPart.SERVICE), 99), Ink.PLAIN);
    return line;
  }

  private static void fault(StyledLine line, long count) {
    cell(line, NumberText.count(count), ink(count));
  }

  private StyledLine row(int label, String first, Ink ink, String... cells) {
    StyledLine line = blank.get().add(first, ink).to(label);
    for (String cell : cells) {
      cell(line, cell, ink);
    }
    return line;
  }

  /** A percentile of microseconds, in ms. */
  static String millis(Histogram micros, double percentile) {
    return NumberText.decimal(
        micros.getTotalCount() == 0 ? null : micros.getValueAtPercentile(percentile) / 1e3);
  }

  /** A column that would be truncated is left out, since a truncated number is wrong. */
  private static void cell(StyledLine line, String text, Ink ink) {
    if (line.room() >= COLUMN) {
      line.add(" ".repeat(Math.max(1, COLUMN - text.length()))).add(text, ink);
    } else {
      line.close();
    }
  }

  private static Ink ink(long faults) {
    return faults > 0 ? Ink.BAD : Ink.PLAIN;
  }

  /** Unknown-instance beats are counted over the phase so far, like failed calls. */
  private StyledLine registry(RunStats stats, RunStats phase) {
    StyledLine line = blank.get().add("registry", Ink.BOLD).to(LABEL);
    RegistryStats worst = RegistryStats.worst(stats.registry().values());
    RegistryStats soFar = RegistryStats.worst(phase.registry().values());
    for (RegistryCount figure : SHOWN) {
      long count = (figure.overTime() == Fold.SUM ? soFar : worst).count(figure);
      if (count > 0 || !RARE.contains(figure)) {
        word(line, count, figure.heading(), figure.isFault() ? ink(count) : Ink.PLAIN);
      }
    }
    return line;
  }

  private static void word(StyledLine line, long count, String word, Ink ink) {
    String text = NumberText.count(count) + " " + word;
    if (line.room() >= text.length() + 2) {
      line.add("  ").add(text, ink);
    } else {
      line.close();
    }
  }

  private StyledLine generator(RunSecond second) {
    StyledLine line = blank.get().add("generator", Ink.BOLD).to(LABEL);
    line.add("  lag p99 ")
        .add(millis(second.stats().histogram(FleetDuration.SCHEDULER_LAG), 99))
        .add(" ms");
    word(line, second.connections(), "connections", Ink.PLAIN);
    return line;
  }
}
