package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.calibration.frame.Case;
import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.PartRun;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.reports.page.ReportPage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures parts one after another. The file of the study is written after each case, so that a
 * crash leaves the results so far.
 */
final class CalibrationRun {

  private final Path folder;
  private final Map<String, PartResult> results = new LinkedHashMap<>();
  private Study study;

  /**
   * Writes a first file of the study, so that there is one even if nothing can be measured.
   *
   * @param folder of the study, with a folder for each part's logs
   */
  CalibrationRun(Path folder, Study study) {
    this.folder = folder;
    write(study);
  }

  private void write(Study newer) {
    study = newer;
    study.write(folder);
  }

  /**
   * Runs to the end, or to Ctrl-C, and prints the tables.
   *
   * @param cases to measure, by part
   * @param seed of the order of the cases
   * @return whether all possible cases were measured, there was at least one, and none failed
   */
  boolean run(
      Map<Part, List<Case>> cases, Scale scale, long seed, PrintStream stdout, PrintStream stderr)
      throws IOException {
    boolean interrupted = false;
    try (Interruption signals = new Interruption(stderr);
        ProgressLog progress = ProgressLog.start(stderr::println)) {
      long openFiles = study.machine().limits().getOrDefault("openFiles", Long.MAX_VALUE);
      for (Map.Entry<Part, List<Case>> entry : cases.entrySet()) {
        Part part = entry.getKey();
        Path directory = Files.createDirectories(folder.resolve(part.name()));
        new PartRun(
                part, entry.getValue(), part.repeats(scale), openFiles, new Random(seed), progress)
            .run(directory, result -> signals.defer(() -> keep(result)));
      }
      signals.defer(() -> write(study.withAnswer(null, String.join("; ", ceilings()))));
    } catch (InterruptedException e) {
      interrupted = true;
    }
    // A signal may have arrived after everything was measured.
    Thread.interrupted();
    results.values().forEach(result -> Tables.lines(result).forEach(stdout::println));
    stdout.println();
    if (interrupted) {
      stdout.println("INTERRUPTED (exit code 2): what was measured is kept");
    }
    stdout.println("page: " + ReportPage.write(folder));
    stdout.println("Run folder: " + folder);
    return complete();
  }

  /** Replaces the earlier result of a part. */
  private void keep(PartResult result) {
    results.put(result.name(), result);
    write(study.withTrials(List.of(), List.copyOf(results.values())));
  }

  private List<String> ceilings() {
    return results.values().stream()
        .flatMap(result -> result.ceilings().stream())
        .map(
            ceiling ->
                NumberText.of(
                    "%s: %,.0f %s", ceiling.name().text(), ceiling.value(), ceiling.key()))
        .toList();
  }

  private boolean complete() {
    List<Round> rounds =
        results.values().stream()
            .flatMap(result -> result.rows().stream())
            .flatMap(row -> row.rounds().stream())
            .toList();
    return study.answer() != null
        && !rounds.isEmpty()
        && rounds.stream().noneMatch(round -> round.figures().isEmpty());
  }
}
