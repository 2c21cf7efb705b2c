package dev.nacoscapacity.simulator.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.run.StopSignal;
import org.junit.jupiter.api.Test;

class ShardCoordinatorTest {

  /** A worker runs no guard: it received no answer, while another worker was late. */
  @Test
  void shouldDropAReportOfSilenceWhenAPartWasLate() {
    RunRecord merged = begun().with().guardStop("silence").generatorStop("late").build();
    StopSignal silent = new StopSignal();
    silent.stop(StopSignal.Cause.SILENCE, "silence");
    StopSignal late = new StopSignal();
    late.stop(StopSignal.Cause.GENERATOR, "late");

    assertThat(ShardCoordinator.guardStop(merged, silent)).isEmpty();
    assertThat(ShardCoordinator.generatorStop(merged, silent)).contains("late");
    assertThat(ShardCoordinator.guardStop(begun().withGuardStop("silence"), late)).isEmpty();
  }

  @Test
  void shouldKeepAReportOfHarmThoughAPartWasLate() {
    RunRecord merged = begun().with().guardStop("silence").generatorStop("late").build();
    StopSignal lost = new StopSignal();
    lost.stop(StopSignal.Cause.HARM, "orders lost 3 instances");

    assertThat(ShardCoordinator.guardStop(merged, lost)).contains("orders lost 3 instances");
  }

  @Test
  void shouldKeepAReportOfSilenceWhenNobodyWasLate() {
    StopSignal silent = new StopSignal();
    silent.stop(StopSignal.Cause.SILENCE, "silence");

    assertThat(ShardCoordinator.guardStop(begun(), silent)).contains("silence");
    assertThat(ShardCoordinator.guardStop(begun().withGuardStop("silence"), new StopSignal()))
        .contains("silence");
  }

  private static RunRecord begun() {
    return Workloads.begun(Workloads.of(40, 4, "http")).build();
  }
}
