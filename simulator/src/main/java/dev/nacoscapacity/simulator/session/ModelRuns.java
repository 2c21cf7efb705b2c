package dev.nacoscapacity.simulator.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Makes runs on models in this process, each judged like the simulator's own command. */
public final class ModelRuns {

  private final PrintStream err;

  /**
   * @param err receives the messages of a failed run
   */
  public ModelRuns(PrintStream err) {
    this.err = err;
  }

  /**
   * Makes a complete run.
   *
   * @param model text of the model's file, which is stored beside the run
   * @param workload of the whole fleet
   * @param auth whether its clients send tokens
   * @param folder of the record, new
   * @return empty when the run could not begin, or was interrupted, which was reported
   * @throws RecordException when the model's file cannot be written
   */
  public Optional<RunFolder> run(
      String model, Workload workload, boolean auth, Criteria criteria, Path folder) {
    String target = target(model, folder);
    // Captures the output of the run, since the answer of a study is its table.
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream captured = new PrintStream(errors, true, UTF_8);
    boolean complete = false;
    try {
      complete = completes(target, workload, auth, criteria, folder, captured);
    } catch (UsageException | RecordException e) {
      captured.println(e.getMessage());
    } catch (RuntimeException e) {
      captured.print("internal error: ");
      e.printStackTrace(captured);
    } finally {
      if (!complete) {
        err.print(errors.toString(UTF_8));
      }
    }
    return complete ? Optional.of(RunFolder.open(folder)) : Optional.empty();
  }

  /** Whether the run came to its planned end. */
  private static boolean completes(
      String name,
      Workload workload,
      boolean auth,
      Criteria criteria,
      Path folder,
      PrintStream captured) {
    Recorder.requireEmpty(folder);
    ServerVersion version =
        workload.protocol().grpc() ? ServerVersion.V2_2_4 : ServerVersion.V1_4_1;
    StopSignal stop = new StopSignal();
    try (OpenTarget target =
            Targets.open(
                name, false, version, auth, Optional.empty(), Reach.USUAL, captured::println);
        ShutdownSignals signals = stop.onSignal(captured, "")) {
      RunHost host =
          new ModelRunHost(
              workload,
              target,
              target.model().orElseThrow(),
              auth ? Optional.of(Credentials.DEFAULT) : Optional.empty(),
              stop);
      return new RecordedRun(host, criteria, RunNotes.NONE, Optional.empty(), captured)
          .run(
              registry -> Scenario.NONE,
              folder,
              Instant.now(),
              List.of(),
              record -> Judge.standard().judged(record, criteria))
          .record()
          .filter(run -> !run.interrupted())
          .isPresent();
    }
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
