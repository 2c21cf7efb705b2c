package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The folder of several trials that answer one question; on disk as soon as each is over. */
final class StudyFolder {

  private final Path path;
  private final PrintStream out;
  private final List<String> folders = new ArrayList<>();
  private final List<RunRecord> runs = new ArrayList<>();
  private Study study;

  StudyFolder(Path path, Study begun, PrintStream out) {
    this.path = path;
    this.study = begun;
    this.out = out;
  }

  /** A folder for the next run, which gets a number when that name is taken. */
  Path next(String name) {
    return RunFolder.unused(path.resolve(name));
  }

  /** Takes a run that is over. */
  void add(Path folder, RunRecord run) {
    folders.add(path.relativize(folder).toString());
    runs.add(run);
    study = study.withTrials(folders, runs.stream().map(TrialRow::of).toList());
    write();
    out.println();
  }

  /** All that are over, in order. */
  List<RunRecord> runs() {
    return List.copyOf(runs);
  }

  /**
   * Nothing follows.
   *
   * @param bracket null for a study that searches for none
   */
  void end(Study.Bracket bracket, String answer) {
    study = study.withAnswer(bracket, answer);
    write();
  }

  private void write() {
    study.write(path);
    ReportPage.write(path);
  }

  Path path() {
    return path;
  }
}
