package dev.nacoscapacity.simulator.console;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Prints a line about a run every ten seconds, or about a minute where its time is slowed. */
public final class ConsoleProgress implements Progress {

  private static final int SECONDS_BETWEEN_LINES = 10;
  private static final int WALL_SECONDS_BETWEEN_LINES = 60;

  private final PrintStream err;
  private final Language language;
  private final List<Operation> operations;
  private final PhaseProgress progress;
  private final int secondsBetweenLines;
  private String phase;
  private double expectedSeconds;
  private int secondsInPhase;
  private RunStats sinceLine;

  /**
   * @param language of the lines
   * @param operations whose rates and latencies the lines tell
   * @param dilation how many times slower than the wall's the time of the run is, 1 for as fast
   */
  public ConsoleProgress(
      PrintStream err, Language language, List<Operation> operations, double dilation) {
    this.err = err;
    this.language = language;
    this.operations = List.copyOf(operations);
    this.progress = new PhaseProgress(language, dilation);
    double often = Math.max(1, Math.round(WALL_SECONDS_BETWEEN_LINES / dilation));
    this.secondsBetweenLines = (int) Math.min(SECONDS_BETWEEN_LINES, often);
  }

  @Override
  public void phase(String name, Duration expected) {
    err.println(
        language.say(
            "progress.phase",
            with("phase", name).and("limit", expected.isZero() ? null : progress.limit(expected))));
    phase = name;
    expectedSeconds = expected.toMillis() / 1e3;
    secondsInPhase = 0;
    sinceLine = null;
  }

  @Override
  public void second(RunSecond second) {
    secondsInPhase++;
    if (sinceLine == null) {
      sinceLine = RunStats.sum(List.of(second.stats()));
    } else {
      sinceLine.append(second.stats());
    }
    if (secondsInPhase % secondsBetweenLines == 0) {
      err.println(line(progress.words(second, expectedSeconds, secondsInPhase)));
      sinceLine = null;
    }
  }

  @Override
  public void note(Message note) {
    err.println(language.say("progress.note", with("note", note)));
  }

  /** A line about the seconds since the last line. */
  private String line(String howFar) {
    RegistryStats worst = RegistryStats.worst(sinceLine.registry().values());
    long failed = 0;
    long skipped = 0;
    for (OperationStats calls : sinceLine.operations().values()) {
      failed += calls.count(OperationCount.FAILED);
      skipped += calls.count(OperationCount.SKIPPED);
    }
    return String.join(
        " | ",
        language.say("progress.far", with("phase", phase).and("far", howFar)),
        operations.stream().map(this::rate).collect(Collectors.joining(" | ")),
        language.say("progress.trouble", with("failed", failed).and("skipped", skipped)),
        language.say(
            "progress.registry",
            with("missing", worst.count(RegistryCount.MISSING))
                .and("unhealthy", worst.count(RegistryCount.UNHEALTHY))
                .and("unread", worst.count(RegistryCount.UNKNOWN))),
        language.say(
            "progress.lag", with("lag", p99(sinceLine.histogram(FleetDuration.SCHEDULER_LAG)))));
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
                    Math.round((double) calls.count(OperationCount.OK) / secondsBetweenLines)),
                p99(calls.histogram(LatencyPart.LATENCY)));
  }

  /** Of microseconds, in ms. */
  private static String p99(Histogram micros) {
    return NumberText.decimal(
        micros.getTotalCount() == 0 ? null : micros.getValueAtPercentile(99) / 1e3);
  }
}
