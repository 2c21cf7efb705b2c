package dev.nacoscapacity.simulator.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine;

/** Makes runs on models in this process, each like the simulator's own command. */
public final class ModelRuns {

  private final BiFunction<PrintStream, PrintStream, CommandLine> simulator;
  private final PrintStream err;

  /**
   * @param simulator creates the simulator's command, for an output and an error stream
   * @param err receives the messages of a failed run
   */
  public ModelRuns(BiFunction<PrintStream, PrintStream, CommandLine> simulator, PrintStream err) {
    this.simulator = simulator;
    this.err = err;
  }

  /**
   * Makes a complete run.
   *
   * @param model text of the model's file, which is stored beside the run
   * @param args of the simulator, without target and folder
   * @param folder of the record, new
   * @return empty when the run could not begin, or was interrupted, which was reported
   * @throws RecordException when the model's file or the record cannot be written
   */
  public Optional<RunFolder> run(String model, List<String> args, Path folder) {
    List<String> all = new ArrayList<>(List.of("--target", target(model, folder)));
    all.addAll(args);
    all.add("--out=" + folder);
    // Captures the output of the run, since the answer of a study is its table.
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    simulator
        .apply(
            new PrintStream(OutputStream.nullOutputStream()), new PrintStream(errors, true, UTF_8))
        .execute(all.toArray(String[]::new));
    Optional<RunFolder> run =
        Files.exists(folder.resolve(RunFolder.RUN_JSON))
            ? Optional.of(RunFolder.open(folder))
                .filter(runFolder -> !runFolder.run().interrupted())
            : Optional.empty();
    if (run.isEmpty()) {
      err.print(errors.toString(UTF_8));
    }
    return run;
  }

  /**
   * The target of a run on a model, whose file is written beside the run.
   *
   * @param model text of the file
   * @param run folder of the record
   * @throws RecordException when the file cannot be written
   */
  public static String target(String model, Path run) {
    Path file = modelFile(run);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, model);
    } catch (IOException e) {
      throw new RecordException("cannot write " + file, e);
    }
    return Targets.MODEL + ":" + file;
  }

  /** The file of a run's model. */
  public static Path modelFile(Path run) {
    return run.resolveSibling(run.getFileName() + "-model.yaml");
  }
}
