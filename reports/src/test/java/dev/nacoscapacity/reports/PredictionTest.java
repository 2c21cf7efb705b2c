package dev.nacoscapacity.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.published.CapacityTable;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.compare.RunComparison;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.summary.TrialsSummary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a model says is shown as a prediction everywhere, and never among measurements. */
class PredictionTest {

  private static final String STAMP = "model: a prediction, not a measurement";

  @TempDir private Path folder;

  private final RunRecord measured = judged(Runs.good());
  private final RunRecord predicted = judged(Runs.predicted(Runs.good()));

  private static RunRecord judged(RunRecord run) {
    return Judge.standard().judged(run, Criteria.defaults());
  }

  @Test
  void shouldSayTheSameInBothLanguages() {
    assertThat(Prediction.words().in(Language.ENGLISH)).isEqualTo(STAMP);
    assertThat(Prediction.words().in(Language.CHINESE)).isEqualTo("模型预测，并非实测");
  }

  @Test
  void shouldJudgeWithoutWhatAMachineWasCharged() {
    assertThat(predicted.verdict().status()).isEqualTo(Status.PASS);
    assertThat(predicted.verdict().reasons()).isEqualTo(measured.verdict().reasons());
  }

  @Test
  void shouldStandInTheRecordWithTheFilesItRestsOn() throws IOException {
    try (Recorder recorder = Recorder.open(folder.resolve("run"), predicted)) {
      recorder.finish(predicted);
    }

    assertThat(Files.readString(folder.resolve("run/run.json")))
        .contains(STAMP, "\"model\" : \"five-small\"", "ab12", "\"costs\" : \"own\"", "cd34");
    assertThat(RunFolder.open(folder.resolve("run")).run()).isEqualTo(predicted);
  }

  @Test
  void shouldStandInTheFirstAndLastLineOfASummary() {
    List<String> lines = printed(out -> Summary.print(predicted, folder, Language.ENGLISH, out));

    assertThat(lines).first().isEqualTo(STAMP);
    assertThat(lines).last().isEqualTo(STAMP);
    assertThat(lines).noneMatch(line -> line.contains("CPU-second"));
    assertThat(printed(out -> Summary.print(measured, folder, Language.ENGLISH, out)))
        .noneMatch(line -> line.contains("prediction"));
  }

  @Test
  void shouldShowWhatAPublishedClusterHeldInTheRecordTheSummaryAndThePage() throws IOException {
    Path path = folder.resolve("run");
    try (Recorder recorder = Recorder.open(path, predicted)) {
      recorder.finish(predicted);
    }
    ReportPage.write(path, Language.ENGLISH);

    Message published = RunFolder.open(path).run().verdict().published();
    assertThat(published.code()).isEqualTo("published.nearest");
    assertThat(
            String.join(" ", printed(out -> Summary.print(predicted, path, Language.ENGLISH, out))))
        .contains("Published:", "14,000 requests/s");
    assertThat(Files.readString(path.resolve("report.html")))
        .contains(published.in(Language.ENGLISH), published.in(Language.CHINESE));
    assertThat(measured.verdict().published()).isNull();
  }

  @Test
  void shouldStandOverATableOfTrials() {
    RunRecord trial =
        Runs.good()
            .withExperiment(
                Experiments.of(
                    80L,
                    new Loss(0, 0, 0),
                    new Recovery(true, 9.0, 6.0, null),
                    Experiments.REJOINED,
                    null));
    RunRecord judged = Judge.experiment().judged(trial, Criteria.defaults());

    assertThat(
            printed(
                out -> TrialsSummary.print(List.of(Runs.predicted(judged)), Language.ENGLISH, out)))
        .first()
        .isEqualTo(STAMP);
    assertThat(printed(out -> TrialsSummary.print(List.of(judged), Language.ENGLISH, out)))
        .noneMatch(line -> line.contains("prediction"));
  }

  @Test
  void shouldBeLeftOutOfATableOfMeasuredCapacity() {
    CapacityTable table = CapacityTable.of(List.of(new RunFolder(folder, predicted)));

    assertThat(table.table().lines(Format.CSV))
        .hasSameSizeAs(CapacityTable.of(List.of()).table().lines(Format.CSV));
    assertThat(table.notes())
        .extracting(Message::text)
        .anyMatch(note -> note.contains("Left out, since " + STAMP));
  }

  @Test
  void shouldWarnOfAPredictionBesideAMeasurement() {
    assertThat(cautions(measured, predicted))
        .containsExactly(
            "Run B (" + STAMP + "): a difference from the other runs may be the model's error.");
    assertThat(cautions(predicted, predicted)).containsExactly("All runs (" + STAMP + ").");
    assertThat(cautions(measured, measured)).isEmpty();
  }

  private List<String> cautions(RunRecord one, RunRecord other) {
    return RunComparison.of(List.of(new RunFolder(folder, one), new RunFolder(folder, other)))
        .cautions()
        .stream()
        .map(Message::text)
        .toList();
  }

  private static List<String> printed(Consumer<PrintStream> print) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    print.accept(new PrintStream(out, true));
    return out.toString().lines().toList();
  }
}
