package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts a JTL to a run folder. A JTL does not contain the state of the registry, the resources
 * of the generator, or the waits that JMeter's closed loop hides; the record states that these are
 * missing. The JTL of another plan than this project's tells no workload either.
 */
public final class JtlImport {

  private final Path file;
  private final Tool tool;

  /**
   * @param tool named in the record as its writer
   */
  public JtlImport(Path file, Tool tool) {
    this.file = file;
    this.tool = tool;
  }

  /**
   * Reads the JTL and writes the folder. A JTL that is refused leaves no folder.
   *
   * @param folder created when absent; must be empty
   * @return the record, with a verdict from the figures that a JTL contains
   * @throws RecordException when the JTL cannot be read, or the folder not be written
   */
  public RunRecord into(Path folder) {
    JtlFile jtl = new JtlFile(file);
    JtlSurvey survey = new JtlSurvey();
    NotedLines leftOut = jtl.forEach(survey::add);
    if (!survey.hasCalls()) {
      throw new RecordException(
          survey.settings().isKnown()
              ? file + " holds no call: look at its \"check\" line and jmeter.log"
              : file + " holds no sample with a time: look at jmeter.log");
    }
    List<Message> notes =
        new ArrayList<>(List.of(Message.of("jtl.closedLoop"), Message.of("jtl.absent")));
    leftOut.sentence().ifPresent(notes::add);
    notes.addAll(survey.notes());
    PlanSettings settings = survey.settings();
    RunRecord begun =
        RunRecord.builder(
                tool,
                Instant.ofEpochMilli(survey.first()),
                settings.target(),
                settings.workload(),
                null)
            .source(survey.source())
            .notes(notes)
            .build();
    boolean isNew = !Files.exists(folder);
    Recorder.requireEmpty(folder);
    try (Recorder recorder = Recorder.open(folder, begun)) {
      RunRecord run = fill(jtl, survey, begun, recorder);
      recorder.finish(run);
      return run;
    } catch (RuntimeException | Error e) {
      RunFolder.discard(folder, isNew);
      throw e;
    }
  }

  private RunRecord fill(JtlFile jtl, JtlSurvey survey, RunRecord begun, Recorder recorder) {
    survey.phases().forEach((name, at) -> phase(recorder, begun, name, at));
    SecondsOfRun bySecond = new SecondsOfRun(survey, recorder);
    RunStats measured = new RunStats(List.of());
    jtl.forEach(
        row -> {
          if (survey.isCall(row)) {
            bySecond.add(row);
            if (survey.isInWindow(row)) {
              survey.labels().add(row, measured);
            }
          }
        });
    bySecond.finish();
    RunRecord run =
        begun
            .with()
            .durationSeconds(survey.seconds())
            .windowSeconds(survey.windowSeconds())
            .interrupted(survey.stopped())
            .operations(operations(measured, survey))
            .build();
    return Judge.standard().judged(run, Criteria.defaults());
  }

  private static void phase(Recorder recorder, RunRecord begun, String name, double at) {
    Instant time = begun.startedAt().plusMillis(Math.round(at * 1000));
    recorder.event(new Event(time, at, Event.PHASE, Map.of("phase", name)));
  }

  private static Map<String, OperationResult> operations(RunStats measured, JtlSurvey survey) {
    Map<String, OperationResult> operations = new LinkedHashMap<>();
    measured
        .operations()
        .forEach(
            (name, stats) -> {
              long required = survey.settings().required(name, survey.windowSeconds());
              stats.set(OperationCount.REQUIRED, required);
              operations.put(name, OperationResult.of(stats));
            });
    return operations;
  }
}
