package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.options.ThresholdOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The program that makes a row's run.
 *
 * @param line creates the command line of {@code bin/simulator}, for an output and an error stream
 */
public record RowCommand(BiFunction<PrintStream, PrintStream, CommandLine> line) {

  /**
   * All arguments of a row's run without the folder of its record.
   *
   * @param target with the row's cluster
   */
  static List<String> args(PlanRow row, String target) {
    List<String> args = new ArrayList<>(List.of("--target", target));
    if (row.cluster().auth()) {
      args.add("--auth");
    }
    args.addAll(RowOptions.args(row.load()));
    args.addAll(ThresholdOptions.arguments(row.thresholds()));
    return args;
  }

  /** The command line as text. */
  static String sentence(PlanRow row, String target) {
    return Stream.concat(Stream.of("bin/simulator"), args(row, target).stream())
        .map(word -> word.matches(".*[ <>].*") ? "'" + word + "'" : word)
        .collect(Collectors.joining(" "));
  }

  /**
   * Makes a row's complete run.
   *
   * @param target with the row's cluster
   * @param model with the row's settings, in place of the one that the target names
   * @param folder of the record
   * @param language in which its page opens
   * @return the exit code
   */
  int run(
      PlanRow row,
      String target,
      Optional<ModelSpec> model,
      Path folder,
      Language language,
      PrintStream out,
      PrintStream err) {
    CommandLine command = line.apply(out, err);
    CommandLine.IExecutionStrategy usual = command.getExecutionStrategy();
    command.setExecutionStrategy(
        parsed -> {
          parsed.asCommandLineList().stream()
              .flatMap(each -> targets(each.getCommandSpec()))
              .forEach(options -> model.ifPresent(options::replaceModel));
          return usual.execute(parsed);
        });
    List<String> all = all(row, target, folder);
    all.add("--lang=" + language);
    return command.execute(all.toArray(String[]::new));
  }

  /** The options for a target among those of a command. */
  private static Stream<TargetOptions> targets(CommandSpec spec) {
    return Stream.concat(
        spec.userObject() instanceof TargetOptions target ? Stream.of(target) : Stream.empty(),
        spec.mixins().values().stream().flatMap(RowCommand::targets));
  }

  /**
   * Checks the arguments of a row's run before a cluster is started for it.
   *
   * @throws UsageException when the run would be refused
   */
  void check(PlanRow row, String target) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    try {
      line.apply(nowhere, nowhere)
          .parseArgs(all(row, target, Path.of("unused")).toArray(String[]::new));
    } catch (ParameterException e) {
      throw new UsageException(
          "a run of '%s' would be refused: %s".formatted(row.round(), e.getMessage()));
    }
  }

  private static List<String> all(PlanRow row, String target, Path folder) {
    List<String> all = args(row, target);
    all.add("--out=" + folder);
    return all;
  }
}
