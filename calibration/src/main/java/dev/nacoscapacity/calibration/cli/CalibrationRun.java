package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.calibration.frame.PartRun;
import dev.nacoscapacity.calibration.frame.Scale;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.record.Study;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/** Measures parts one after another, and tells what came of them on disk and on the terminal. */
final class CalibrationRun {

  private final Path folder;
  private final Scale scale;
  private final long seed;
  private final Predicate<Map<String, String>> asked;
  private final PrintStream stdout;
  private final PrintStream stderr;

  /**
   * @param folder of the result, with a folder for each part's logs
   * @param seed of the order of the cases
   * @param asked by its setting, whether a case is measured
   */
  CalibrationRun(
      Path folder,
      Scale scale,
      long seed,
      Predicate<Map<String, String>> asked,
      PrintStream stdout,
      PrintStream stderr) {
    this.folder = folder;
    this.scale = scale;
    this.seed = seed;
    this.asked = asked;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /**
   * Runs to the end, or to Ctrl-C.
   *
   * @return whether all was measured, and no case came to nothing
   */
  boolean run(Study study, List<Part> parts) throws IOException {
    Journal journal = new Journal(folder, study);
    boolean interrupted = false;
    try (Interruption signals = new Interruption(stderr);
        Heartbeat heartbeat = Heartbeat.start(stderr::println)) {
      long openFiles = study.machine().limits().getOrDefault("openFiles", Long.MAX_VALUE);
      for (Part each : parts) {
        Path directory = Files.createDirectories(folder.resolve(each.name()));
        try (each) {
          new PartRun(each, scale, openFiles, new Random(seed), heartbeat)
              .only(asked)
              .run(directory, part -> signals.undisturbed(() -> journal.keep(part)));
        }
      }
      signals.undisturbed(journal::finish);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    // One that came when all was measured.
    Thread.interrupted();
    journal.parts().forEach(part -> Tables.lines(part).forEach(stdout::println));
    stdout.println();
    if (interrupted) {
      stdout.println("INTERRUPTED (exit code 2): what was measured is kept");
    }
    stdout.println("page: " + ReportPage.write(folder));
    stdout.println("Run folder: " + folder);
    return journal.complete();
  }
}
