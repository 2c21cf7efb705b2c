package dev.nacoscapacity.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.text.Language;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictedFigureTest {

  @TempDir private Path parent;

  @Test
  void shouldAverageTheNodesAndNameTheBusiest() {
    RunFolder measured = run("measured", Map.of("node1", cpu(30), "node2", cpu(90)));
    RunFolder predicted = run("predicted", Map.of("node1", cpu(33), "node2", cpu(33)));

    List<PredictedFigure> figures = PredictedFigure.of(measured, predicted);

    PredictedFigure mean = figures.get(0);
    assertThat(mean).isEqualTo(new PredictedFigure(PredictedFigure.CPU, null, 1.0, 0.55));
    assertThat(mean.shownError()).isEqualTo("-45.0 %");
    assertThat(figures.get(1).measured()).isEqualTo(1.5);
    assertThat(figures)
        .extracting(figure -> figure.label().text())
        .startsWith("CPU a node, cores", "CPU of the busiest node, cores", "beat p50, ms");
    assertThat(figures.get(2).label().in(Language.CHINESE)).isEqualTo("心跳 p50（ms）");
  }

  @Test
  void shouldLeaveOutWhatCompilersTook() {
    Server compiling = Runs.server(2, 30.0, 6.0, null, null, null, null, 6_000L, null);
    RunFolder measured = run("measured", Map.of("node1", compiling));
    RunFolder predicted = run("predicted", Map.of("node1", cpu(30)));

    assertThat(PredictedFigure.of(measured, predicted).get(0).shownError()).isEqualTo("+0.0 %");
  }

  @Test
  void shouldKnowNoErrorWhereEitherIsUnknownOrNothingWasMeasured() {
    assertThat(new PredictedFigure(PredictedFigure.CPU, null, null, 1.0).error()).isNull();
    assertThat(new PredictedFigure(PredictedFigure.CPU, null, 1.0, null).error()).isNull();
    assertThat(new PredictedFigure(PredictedFigure.P50, "beat", 0.0, 1.0).shownError())
        .isEqualTo("-");
  }

  @Test
  void shouldTakeTheLeastHeapOfNodesThatCollectedInTheWindow() {
    RunFolder measured =
        run(
            "measured",
            Map.of("node1", cpu(60)),
            row(5, "node1", 10, 1),
            row(11, "node1", 700, 2),
            row(40, "node1", 300, 3),
            row(69, "node1", 500, 3),
            row(75, "node1", 20, 3),
            row(12, "lazy", 90, 4),
            row(60, "lazy", 95, 4));
    RunFolder predicted = run("predicted", Map.of("node1", cpu(60)), row(30, "node1", 330, null));

    PredictedFigure heap = last(PredictedFigure.of(measured, predicted));

    assertThat(heap).isEqualTo(new PredictedFigure(PredictedFigure.HEAP, null, 300e6, 330e6));
    assertThat(heap.shown(heap.measured())).isEqualTo("300");
    assertThat(heap.error()).isEqualTo(0.1);
  }

  private static PredictedFigure last(List<PredictedFigure> figures) {
    return figures.get(figures.size() - 1);
  }

  private static Server cpu(double seconds) {
    return Runs.server(2, seconds, 0.0, null, null, null, null, null, null);
  }

  private static ServerRow row(double seconds, String node, long megabytes, Integer collections) {
    return new ServerRow(
        Instant.EPOCH,
        seconds,
        node,
        null,
        new ServerRow.Jvm(
            megabytes * 1_000_000,
            null,
            collections == null ? null : Long.valueOf(collections),
            null),
        null,
        null,
        ServerRow.PROC);
  }

  /** A window of 60 s from second 10 on. */
  private RunFolder run(String name, Map<String, Server> servers, ServerRow... rows) {
    Path folder = parent.resolve(name);
    RunRecord run = Runs.good().with().windowSeconds(60).servers(servers).build();
    try (Recorder recorder = Recorder.open(folder, run)) {
      recorder.event(
          new Event(Instant.EPOCH, 10, Event.PHASE, Map.of(Event.PHASE, Phases.MEASURE)));
      for (ServerRow row : rows) {
        recorder.server(row);
      }
      recorder.finish(run);
    }
    return RunFolder.open(folder);
  }
}
