package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.merge.ShardedRun;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.summary.Summary;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/report merge}. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = {
      "Makes one run of the shards of a fleet that several machines shared: distributions are",
      "merged, counts added up, and judged by the shards' own bounds. Prints what it says."
    },
    footer = {
      "",
      "Example: bin/report merge runs/host1-shard-1-2 runs/host2-shard-2-2",
      "",
      "Exit codes: 0 pass, 1 fail, 2 inconclusive, or folders that cannot be read or do not belong",
      "together, 64 wrong usage."
    })
final class MergeCommand implements Callable<Integer> {

  private final PrintStream out;

  @Parameters(paramLabel = "RUN", arity = "1..*", description = "folders, one of each shard")
  private List<Path> shards;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the merged run (default: runs/<utc>-merged)")
  private Path folder;

  MergeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    ShardedRun run = ShardedRun.open(shards);
    Path into =
        folder == null
            ? RunFolder.fresh(Path.of("runs"), InstantSource.system().instant(), "merged")
            : folder;
    RunRecord merged = run.mergeInto(into, run.criteria());
    Summary.print(merged, into, out);
    return merged.verdict().status().exitCode();
  }
}
