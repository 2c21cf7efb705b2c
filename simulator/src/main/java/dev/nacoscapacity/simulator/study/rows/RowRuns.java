package dev.nacoscapacity.simulator.study.rows;

import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.simulator.study.plan.PlanStudy;
import dev.nacoscapacity.simulator.study.plan.PlanTrial;
import dev.nacoscapacity.simulator.study.plan.Row;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes a plan's runs by the command lines that a person would type. */
final class RowRuns implements PlanStudy.Runner {

  private final Path study;
  private final Function<Row, RowCommand> commands;
  private final RowCommand steady;
  private final PrintStream stderr;

  RowRuns(Path study, Function<Row, RowCommand> commands, RowCommand steady, PrintStream stderr) {
    this.study = study;
    this.commands = commands;
    this.steady = steady;
    this.stderr = stderr;
  }

  @Override
  public Optional<PlanTrial> run(int number, Row row, String name) {
    return run(commands.apply(row), number, row.onWarmCluster(), name);
  }

  @Override
  public Optional<PlanTrial> warm(int number, Row row, String name) {
    return run(steady, number, row.toWarm(), name);
  }

  private Optional<PlanTrial> run(RowCommand command, int number, Row row, String name) {
    // An interrupted row's folder stays as it is.
    Path folder = RunFolder.unused(study.resolve(name));
    List<String> args = RowCommand.args(row);
    args.add("--out=" + folder);
    // The plan's answer is its table; what a run would print is in its folder.
    command.run(args, new PrintStream(OutputStream.nullOutputStream()), stderr);
    if (!Files.exists(folder.resolve(RunFolder.RUN_JSON))) {
      return Optional.empty();
    }
    RunRecord run = RunFolder.open(folder).run();
    return run.interrupted()
        ? Optional.empty()
        : Optional.of(PlanTrial.of(number, row, study.relativize(folder).toString(), run));
  }
}
