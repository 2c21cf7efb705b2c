package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.calibration.PartResult.Skipped;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Measures cases of a part. What they share is warmed up; then each round measures every case in a
 * random order, so that no case always follows the same one.
 */
public final class PartRun {

  private final Part part;
  private final int repeats;
  private final Random random;
  private final Consumer<String> progress;
  private final Map<Case, List<Round>> rounds = new LinkedHashMap<>();
  private final List<Skipped> skipped = new ArrayList<>();

  /**
   * @param repeats rounds, 1 or more
   * @param random decides the order
   * @param progress receives a line at the start of each case
   */
  public PartRun(Part part, int repeats, Random random, Consumer<String> progress) {
    this.part = part;
    this.repeats = repeats;
    this.random = random;
    this.progress = progress;
  }

  /**
   * Measures cases of the part, and passes on the result so far after each one.
   *
   * @param directory for logs and files
   * @throws InterruptedException on Ctrl-C; the results passed on so far stay valid
   */
  public void run(List<Case> cases, Path directory, Consumer<PartResult> keep)
      throws InterruptedException {
    for (Case each : cases) {
      if (each.missing().isPresent()) {
        skipped.add(new Skipped(part.table().byKey(each.words()), each.missing().get()));
        report("skipped", each, ": " + each.missing().get().text());
      } else {
        rounds.put(each, new ArrayList<>());
      }
    }
    keep.accept(result());
    try (SharedPeers peers = new SharedPeers(directory)) {
      progress.accept(part.table().name() + ": warming up what cases share");
      for (Case each : rounds.keySet()) {
        // A failure here occurs again in the measurement, and becomes an outcome there.
        take(
            "warming up",
            each,
            () -> {
              each.warmUp().run(peers);
              return null;
            });
      }
      for (int round = 1; round <= repeats; round++) {
        List<Case> order = new ArrayList<>(rounds.keySet());
        Collections.shuffle(order, random);
        for (Case each : order) {
          if (round == 1 || !each.once()) {
            report("round %d of %d".formatted(round, repeats), each, "");
            rounds.get(each).add(take("measuring", each, () -> each.measurement().take(peers)));
            keep.accept(result());
          }
        }
      }
    }
  }

  private interface Step {
    Round take() throws IOException, InterruptedException;
  }

  private Round take(String what, Case each, Step step) throws InterruptedException {
    try {
      return step.take();
    } catch (ClosedByInterruptException e) {
      // A channel leaves the flag set, a wait does not.
      Thread.interrupted();
      throw new InterruptedException();
    } catch (IOException | MeasureException e) {
      report(what, each, ": " + e.getMessage());
      return Round.ended(e.getMessage());
    }
  }

  private void report(String what, Case each, String why) {
    String words = String.join(", ", each.words());
    progress.accept("%s %s: %s%s".formatted(part.table().name(), what, words, why));
  }

  private PartResult result() {
    PartTable table = part.table();
    List<Row> rows = new ArrayList<>();
    rounds.forEach((each, results) -> rows.add(new Row(table.byKey(each.words()), results)));
    rows.removeIf(row -> row.rounds().isEmpty());
    Results results = new Results(rows);
    return new PartResult(
        table.name(),
        Message.of(table.name() + ".question"),
        table.dimensions(),
        table.metrics(),
        rows,
        skipped,
        PublishedClaim.compare(table.name(), results),
        part.ceilings(results));
  }
}
