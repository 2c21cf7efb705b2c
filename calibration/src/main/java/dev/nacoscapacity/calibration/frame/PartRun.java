package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.reports.calibration.PartResult;
import dev.nacoscapacity.reports.calibration.PartResult.Round;
import dev.nacoscapacity.reports.calibration.PartResult.Row;
import dev.nacoscapacity.reports.calibration.PartResult.Skipped;
import dev.nacoscapacity.reports.text.Arguments;
import dev.nacoscapacity.reports.text.Message;
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
import java.util.function.Predicate;

/**
 * Measures a part: what its cases share is made warm, and then each round measures all of them, in
 * an order that chance decides, so that what disturbs disturbs no case before all others.
 */
public final class PartRun {

  private final Part part;
  private final Scale scale;
  private final long openFiles;
  private final Random random;
  private final Consumer<String> progress;
  private final Map<Case, List<Round>> rounds = new LinkedHashMap<>();
  private final List<Skipped> skipped = new ArrayList<>();
  private Predicate<Map<String, String>> chosen = setting -> true;

  /**
   * @param openFiles descriptors that a process may have
   * @param random decides the order
   * @param progress takes a line for each case that is begun
   */
  public PartRun(Part part, Scale scale, long openFiles, Random random, Consumer<String> progress) {
    this.part = part;
    this.scale = scale;
    this.openFiles = openFiles;
    this.random = random;
    this.progress = progress;
  }

  /** Measures no others than cases of these settings. */
  public PartRun only(Predicate<Map<String, String>> settings) {
    chosen = settings;
    return this;
  }

  /**
   * Measures all cases, and hands over what it has after each.
   *
   * @throws InterruptedException on Ctrl-C; what was handed over stays true
   */
  public void run(Path directory, Consumer<PartResult> keep) throws InterruptedException {
    for (Case each : part.cases(scale)) {
      if (!chosen.test(each.setting())) {
        continue;
      }
      Optional<Message> missing = missing(each);
      if (missing.isPresent()) {
        skipped.add(new Skipped(each.setting(), missing.get()));
        progress.accept(
            "%s: skipped %s: %s".formatted(part.name(), words(each), missing.get().text()));
      } else {
        rounds.put(each, new ArrayList<>());
      }
    }
    keep.accept(result());
    progress.accept(part.name() + ": warming what cases share");
    for (Case each : rounds.keySet()) {
      warmUp(each, directory.toAbsolutePath());
    }
    int repeats = part.repeats(scale);
    int all = rounds.keySet().stream().mapToInt(each -> each.rounds(repeats)).sum();
    int begun = 0;
    for (int repeat = 0; repeat < repeats; repeat++) {
      List<Case> order = new ArrayList<>(rounds.keySet());
      int before = repeat;
      order.removeIf(each -> each.rounds(repeats) <= before);
      Collections.shuffle(order, random);
      for (Case each : order) {
        begun++;
        progress.accept("%s %d of %d: %s".formatted(part.name(), begun, all, words(each)));
        // Processes start in it, so that a relative path would mean another one there.
        rounds.get(each).add(measure(each, directory.toAbsolutePath()));
        keep.accept(result());
      }
    }
  }

  /** What fails here fails again when it is measured, and is kept then. */
  private void warmUp(Case each, Path directory) throws InterruptedException {
    try {
      each.warmUp(directory);
    } catch (ClosedByInterruptException e) {
      throw interrupted();
    } catch (IOException | MeasureException e) {
      progress.accept("%s: warming %s: %s".formatted(part.name(), words(each), e.getMessage()));
    }
  }

  private Round measure(Case each, Path directory) throws InterruptedException {
    try {
      return each.measure(directory);
    } catch (ClosedByInterruptException e) {
      throw interrupted();
    } catch (IOException | MeasureException e) {
      progress.accept("%s: %s: %s".formatted(part.name(), words(each), e.getMessage()));
      return Round.ended(e.getMessage());
    }
  }

  /** As whatever waits tells it: with the thread's mark taken away. */
  private static InterruptedException interrupted() {
    Thread.interrupted();
    return new InterruptedException();
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
    return new PartResult(
        part.name(),
        part.question(),
        part.dimensions(),
        part.metrics(),
        results.rows(),
        skipped,
        part.compare(results),
        part.ceilings(results));
  }

  private static String words(Case each) {
    return String.join(", ", each.setting().values());
  }
}
