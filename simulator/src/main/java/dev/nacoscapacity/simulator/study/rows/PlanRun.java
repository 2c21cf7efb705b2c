package dev.nacoscapacity.simulator.study.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ShutdownSignals;
import dev.nacoscapacity.simulator.study.plan.Plan;
import dev.nacoscapacity.simulator.study.plan.PlanException;
import dev.nacoscapacity.simulator.study.plan.PlanReader;
import dev.nacoscapacity.simulator.study.plan.PlanStudy;
import dev.nacoscapacity.simulator.study.plan.Row;
import dev.nacoscapacity.simulator.study.plan.Scale;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** From a plan's file and the options to the exit code. */
public final class PlanRun {

  private final PlanReader reader;
  private final RowCommand steady;
  private final RowCommand chaos;
  private final PrintStream stdout;
  private final PrintStream stderr;

  /** For plans in which no node is broken. */
  public PlanRun(PlanReader reader, RowCommand steady, PrintStream stdout, PrintStream stderr) {
    this(reader, steady, steady, stdout, stderr);
  }

  /**
   * @param reader knows what a plan may ask for
   * @param steady makes the runs on a whole cluster
   * @param chaos makes the runs in which nodes are broken
   */
  public PlanRun(
      PlanReader reader,
      RowCommand steady,
      RowCommand chaos,
      PrintStream stdout,
      PrintStream stderr) {
    this.reader = reader;
    this.steady = steady;
    this.chaos = chaos;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /**
   * Runs the plan's rows, or those that are left, or only says what they are.
   *
   * @throws UsageException when the options or the plan ask for what is impossible
   */
  public int run(PlanOptions options) {
    Plan plan = read(options.source(), options.scale());
    if (options.dryRun()) {
      plan.rows().forEach(row -> stdout.println(sentence(row)));
      return ExitCode.OK;
    }
    Study study = begun(plan, options);
    Path folder =
        options.out() == null
            ? RunFolder.fresh(Path.of("runs"), InstantSource.system().instant(), options.name())
            : options.out();
    RowRuns runs = new RowRuns(folder, this::command, steady, stderr);
    StopSignal stop = new StopSignal();
    boolean whole = false;
    try (ShutdownSignals interrupts = ShutdownSignals.stopOnSignal(stop, stderr)) {
      whole =
          new PlanStudy(
                  plan,
                  folder,
                  runs,
                  new OurClusters(interrupts, stderr::println),
                  stderr::println,
                  () -> stop.request().isPresent())
              .run(study);
    } finally {
      if (Study.isIn(folder)) {
        PlanTable.print(Study.read(folder), folder, stdout);
      }
      if (!whole) {
        stderr.println("to go on: the same command with --out " + folder);
      }
    }
    return whole ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private RowCommand command(Row row) {
    return row.breaksNodes() ? chaos : steady;
  }

  private String sentence(Row row) {
    return row.round() + ": " + row.setting() + ": " + command(row).sentence(row);
  }

  private Plan read(Path source, Scale scale) {
    try {
      Plan plan = reader.read(source.toString(), Files.readString(source)).scaled(scale);
      reader.check(plan);
      return plan;
    } catch (PlanException e) {
      throw new UsageException(e.getMessage());
    } catch (IOException e) {
      throw new UsageException(PlanException.unreadable(source, e).getMessage());
    }
  }

  private static Study begun(Plan plan, PlanOptions options) {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("plan", options.name());
    asked.put("scale", Double.toString(options.scale().factor()));
    asked.put("rows", fingerprint(plan));
    Path out = options.out();
    if (out == null || !Study.isIn(out)) {
      return Study.begin(PlanStudy.KIND, plan.question(), asked, InstantSource.system().instant());
    }
    Study study = Study.read(out);
    if (!study.kind().equals(PlanStudy.KIND) || !study.asked().equals(asked)) {
      throw new UsageException(
          "%s holds another study, or the plan has changed since: name another --out"
              .formatted(out));
    }
    return study;
  }

  /** Tells a plan from another by what its rows are, in every process alike. */
  private static String fingerprint(Plan plan) {
    try {
      byte[] rows =
          new ObjectMapper()
              .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
              .writeValueAsBytes(plan.rows());
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(rows));
    } catch (JsonProcessingException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
