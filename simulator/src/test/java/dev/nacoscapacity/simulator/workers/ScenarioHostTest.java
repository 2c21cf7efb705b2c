package dev.nacoscapacity.simulator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.QuietProgress;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.Tally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioHostTest {

  private static final Instant BEGUN = Instant.parse("2026-01-02T03:04:05Z");
  private static final Board BOARD = new Board("measure", 1, 1, 1, 1, new Tally(), List.of());

  private final List<String> played = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private boolean over;

  private final Scenario scenario =
      new Scenario() {
        @Override
        public void begin(Events events) {
          played.add("begin");
          events.event(Event.FAULT, Map.of("node", "node1"));
        }

        @Override
        public void second(Board board) {
          played.add("second");
        }

        @Override
        public boolean over() {
          return over;
        }

        @Override
        public void end() {
          played.add("end");
        }
      };

  private final Progress progress =
      new QuietProgress() {
        @Override
        public void event(String kind, Map<String, Object> fields) {
          told.add(kind);
        }
      };

  private final ScenarioHost stage =
      new ScenarioHost(scenario, progress, () -> BEGUN.plusMillis(1_500), BEGUN);

  private void come(Barrier.Step step, boolean well) {
    stage.go(new WorkerMessage.Go(step, well, BEGUN));
  }

  @Test
  void shouldPlayWhileTheWindowIsOpen() {
    come(Barrier.Step.COMPLETE, true);
    stage.phase("completion");
    assertThat(stage.second(BOARD)).isFalse();
    stage.phase("measure");
    assertThat(stage.second(BOARD)).isFalse();
    over = true;
    assertThat(stage.second(BOARD)).isTrue();
    stage.phase("sweep");
    assertThat(stage.second(BOARD)).isFalse();
    stage.close();

    assertThat(played).containsExactly("begin", "second", "second", "end");
    assertThat(told).containsExactly(Event.FAULT);
    assertThat(stage.events())
        .containsExactly(
            new Event(BEGUN.plusMillis(1_500), 1.5, Event.FAULT, Map.of("node", "node1")));
  }

  @Test
  void shouldMendWhatIsBrokenWhenTheRunEndsWithinTheWindow() {
    come(Barrier.Step.COMPLETE, true);
    stage.phase("measure");
    stage.close();

    assertThat(played).containsExactly("begin", "end");
  }

  @Test
  void shouldPlayNothingWhenTheRegistryIsNotWhole() {
    come(Barrier.Step.REGISTERED, true);
    come(Barrier.Step.COMPLETE, false);
    stage.phase("measure");
    stage.second(BOARD);
    stage.close();

    assertThat(played).isEmpty();
  }
}
