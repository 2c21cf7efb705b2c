package dev.nacoscapacity.simulator.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.Models;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Makes runs on models in this process, each judged like the simulator's own command. */
public final class ModelRuns {

  private final PrintStream err;
  private final Language language;

  /**
   * @param err receives the messages of a failed run
   * @param language of what people read
   */
  public ModelRuns(PrintStream err, Language language) {
    this.language = language;
    this.err = err;
  }

  /**
   * Makes a complete run.
   *
   * @param workload of the whole fleet
   * @param auth whether its clients send tokens
   * @param folder of the record, new
   * @return empty when the run could not begin, or was interrupted, which was reported
   */
  public Optional<RunFolder> run(
      ModelSpec model, Workload workload, boolean auth, Criteria criteria, Path folder) {
    // Captures the output of the run, since the answer of a study is its table.
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream captured = new PrintStream(errors, true, UTF_8);
    boolean complete = false;
    try {
      complete = completes(model, workload, auth, criteria, folder, captured);
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
  private boolean completes(
      ModelSpec model,
      Workload workload,
      boolean auth,
      Criteria criteria,
      Path folder,
      PrintStream captured) {
    Recorder.requireEmpty(folder);
    ServerVersion version =
        workload.protocol().grpc() ? ServerVersion.V2_2_4 : ServerVersion.V1_4_1;
    StopSignal stop = new StopSignal();
    try (OpenTarget target = Models.open(model, version, auth, Optional.empty());
        ShutdownSignals signals = stop.onSignal(captured, language, "")) {
      RunHost host =
          new ModelRunHost(
              workload,
              target,
              target.model().orElseThrow(),
              auth ? Optional.of(Credentials.DEFAULT) : Optional.empty(),
              stop);
      return new RecordedRun(
              host, criteria, RunNotes.NONE, Optional.empty(), language, captured, captured)
          .run(RunPurpose.load(criteria), folder, Instant.now(), List.of())
          .record()
          .filter(run -> !run.interrupted())
          .isPresent();
    }
  }
}
