package dev.nacoscapacity.core.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedFiguresTest {

  @TempDir private Path folder;

  @Test
  void shouldHaveNoBoundWhenProcessesAreUnbounded() {
    RunRecord unbounded = Runs.good().withGenerator(bound(null));

    MeasuredRun shard = measured(unbounded);

    Generator merged = merged(shard).generator();

    assertThat(merged.connections()).isEqualTo(new Generator.Connections(86, null, false, 0));
  }

  /** One process that was late throughout excuses no more than its own calls. */
  @Test
  void shouldWeighALateProcessByItsInstances() {
    RunRecord late =
        Runs.good()
            .withGenerator(
                Runs.generator(1, 1).withDelays(new Generator.Delays(null, 0.12, List.of())));
    RunRecord punctual =
        Runs.good()
            .withGenerator(
                Runs.generator(1, 1).withDelays(new Generator.Delays(null, 0.0, List.of())));

    assertThat(merged(measured(late), measured(punctual)).generator().delays().lateShare())
        .isEqualTo(0.06);
  }

  @Test
  void shouldSumUpTheLifecycleCallsOfAllProcesses() {
    RunStats measured = new RunStats(List.of());
    measured.of(Operation.BEAT).append(Runs.calls(0, 1_000));
    measured.of(Operation.wholeRun("register")).append(Runs.calls(2, 3_000, 5_000));
    RunRecord run =
        Runs.good()
            .with()
            .operations(OperationResult.of(measured))
            .lifecycle(OperationResult.lifecycle(measured))
            .build();
    try (Recorder recorder = Recorder.open(folder, run)) {
      recorder.measured(0, 60, measured);
      recorder.finish(run);
    }
    assertThat(run.operations()).containsOnlyKeys("beat");

    MeasuredRun shard = MeasuredRun.read(RunFolder.open(folder));
    RunRecord merged = merged(shard);

    assertThat(merged.operations()).containsOnlyKeys("beat");
    OperationResult registrations = merged.lifecycle().get("register");
    assertThat(registrations.achieved()).isEqualTo(8);
    assertThat(registrations.failed()).isEqualTo(Map.of("timed out", 4L));
    assertThat(registrations.latencyMs().max()).isEqualTo(5.003);
  }

  /** A note of all is written once, but one of those that are left is not of all. */
  @Test
  void shouldNameTheRunsOfANoteUnlessAllHadIt() {
    RunRecord noted = Runs.begun().notes(List.of(Message.asIs("slow"))).build();
    Map<String, RunRecord> two = new LinkedHashMap<>();
    two.put("1/3", noted);
    two.put("2/3", noted);

    assertThat(MergedFigures.notes(two, 3))
        .extracting(Message::text)
        .containsExactly("1/3, 2/3: slow");
    assertThat(MergedFigures.notes(two, 2)).containsExactly(Message.asIs("slow"));
  }

  private static MeasuredRun measured(RunRecord run) {
    return new MeasuredRun(run, new RunStats(List.of()));
  }

  private static RunRecord merged(MeasuredRun shard) {
    return merged(shard, shard);
  }

  private static RunRecord merged(MeasuredRun one, MeasuredRun two) {
    return MergedFigures.merge(Runs.begun().build(), Map.of("1/2", one, "2/2", two), 2).run();
  }

  private static Generator bound(Integer bound) {
    return Runs.generator(1, 1).withConnections(new Generator.Connections(43, bound, false, 0));
  }
}
