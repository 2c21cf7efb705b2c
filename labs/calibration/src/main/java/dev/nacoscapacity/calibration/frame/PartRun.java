package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.calibration.PartResult.Skipped;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Measures cases of a part. The shared servers are warmed up; then each round measures every case
 * in a random order, so that no case always follows the same one.
 */
public final class PartRun {

  private final Part part;
  private final List<Case> cases;
  private final int repeats;
  private final long openFiles;
  private final Random random;
  private final Consumer<String> progress;
  private final Map<Case, List<Round>> rounds = new LinkedHashMap<>();
  private final List<Skipped> skipped = new ArrayList<>();

  /**
   * @param cases requested cases of the part
   * @param repeats rounds, 1 or more
   * @param openFiles descriptors that a process may have
   * @param random decides the order
   * @param progress receives a line at the start of each case
   */
  public PartRun(
      Part part,
      List<Case> cases,
      int repeats,
      long openFiles,
      Random random,
      Consumer<String> progress) {
    this.part = part;
    this.cases = cases;
    this.repeats = repeats;
    this.openFiles = openFiles;
    this.random = random;
    this.progress = progress;
  }

  /**
   * Measures all cases, and passes on the result so far after each case.
   *
   * @param directory for logs and files
   * @throws InterruptedException on Ctrl-C; the results passed on so far stay valid
   */
  public void run(Path directory, Consumer<PartResult> keep) throws InterruptedException {
    for (Case each : cases) {
      Optional<Message> missing = missing(each);
      if (missing.isPresent()) {
        skipped.add(new Skipped(each.setting(), missing.get()));
        report("skipped", each, missing.get().text());
      } else {
        rounds.put(each, new ArrayList<>());
      }
    }
    keep.accept(result());
    try (SharedServers servers = new SharedServers(directory)) {
      progress.accept(part.name() + ": warming up what cases share");
      for (Case each : rounds.keySet()) {
        warmUp(each, servers);
      }
      int all = rounds.keySet().stream().mapToInt(each -> each.rounds(repeats)).sum();
      int begun = 0;
      for (int repeat = 0; repeat < repeats; repeat++) {
        int before = repeat;
        List<Case> order = new ArrayList<>(rounds.keySet());
        order.removeIf(each -> each.rounds(repeats) <= before);
        Collections.shuffle(order, random);
        for (Case each : order) {
          begun++;
          progress.accept("%s %d of %d: %s".formatted(part.name(), begun, all, words(each)));
          rounds.get(each).add(measure(each, servers));
          keep.accept(result());
        }
      }
    }
  }

  /** A failure here occurs again in the measurement, and becomes an outcome there. */
  private void warmUp(Case each, SharedServers servers) throws InterruptedException {
    try {
      each.warmUp(servers);
    } catch (ClosedByInterruptException e) {
      throw interrupted();
    } catch (IOException | MeasureException e) {
      report("warming up", each, e.getMessage());
    }
  }

  private Round measure(Case each, SharedServers servers) throws InterruptedException {
    try {
      return each.measure(servers);
    } catch (ClosedByInterruptException e) {
      throw interrupted();
    } catch (IOException | MeasureException e) {
      report("measuring", each, e.getMessage());
      return Round.ended(e.getMessage());
    }
  }

  /** Clears the interrupt flag, which a channel leaves set and a wait does not. */
  private static InterruptedException interrupted() {
    Thread.interrupted();
    return new InterruptedException();
  }

  private void report(String what, Case each, String why) {
    progress.accept("%s: %s %s: %s".formatted(part.name(), what, words(each), why));
  }

  private Optional<Message> missing(Case each) {
    if (each.descriptors() <= openFiles) {
      return each.missing();
    }
    return Optional.of(
        Message.of(
            "calibration.descriptors",
            Arguments.with("needed", each.descriptors())
                .and("allowed", openFiles)
                .and("limit", Integer.toString(each.descriptors()))));
  }

  private PartResult result() {
    List<Row> rows =
        rounds.entrySet().stream()
            .filter(entry -> !entry.getValue().isEmpty())
            .map(entry -> new Row(entry.getKey().setting(), entry.getValue()))
            .toList();
    Results results = part.complete(new Results(rows));
    PartTable table = part.table();
    return new PartResult(
        table.name(),
        table.question(),
        table.dimensions(),
        table.metrics(),
        results.rows(),
        skipped,
        part.compare(results),
        part.ceilings(results));
  }

  private static String words(Case each) {
    return String.join(", ", each.setting().values());
  }
}
