package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.reports.merge.ShardedRun;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * One verdict for the engines of a distributed run, where their run folders are on this machine.
 */
final class MergedRun {

  private MergedRun() {}

  /**
   * Merges the engines' runs, if it can.
   *
   * @param outcome of the run, whose lines name the engines' folders
   * @return the outcome, by the merged verdict
   */
  static RunOutcome of(RunOutcome outcome, PrintStream out) {
    List<Path> folders = outcome.runFolders();
    if (folders.size() < 2) {
      return outcome;
    }
    if (!folders.stream().allMatch(Files::isDirectory)) {
      return outcome.with(
          "for one verdict, copy the engines' run folders here: bin/report merge RUN RUN...");
    }
    try {
      Path folder = RunFolder.fresh(folders.get(0).getParent(), Instant.now(), "jmeter-merged");
      RunRecord merged = ShardedRun.open(folders).mergeInto(folder, Criteria.defaults());
      Summary.print(merged, folder, out);
      return new RunOutcome(merged.verdict().status().exitCode(), outcome.lines());
    } catch (RecordException e) {
      return new RunOutcome(ExitCode.INCONCLUSIVE, outcome.with(e.getMessage()).lines());
    }
  }
}
