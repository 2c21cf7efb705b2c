package dev.nacoscapacity.simulator.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.run.StopSignal;
import org.junit.jupiter.api.Test;

class ShardCoordinatorTest {

  /** A worker runs no guard: it received no answer, while another worker was late. */
  @Test
  void shouldDropAReportOfSilenceWhenAPartWasLate() {
    RunRecord merged =
        begun()
            .with()
            .guardStop(Message.asIs("silence"))
            .generatorStop(Message.asIs("late"))
            .build();
    StopSignal silent = new StopSignal();
    silent.stop(StopSignal.Cause.SILENCE, Message.asIs("silence"));
    StopSignal late = new StopSignal();
    late.stop(StopSignal.Cause.GENERATOR, Message.asIs("late"));

    assertThat(ShardCoordinator.guardStop(merged, silent)).isEmpty();
    assertThat(ShardCoordinator.generatorStop(merged, silent)).contains(Message.asIs("late"));
    assertThat(ShardCoordinator.guardStop(begun().withGuardStop(Message.asIs("silence")), late))
        .isEmpty();
  }

  @Test
  void shouldKeepAReportOfHarmThoughAPartWasLate() {
    RunRecord merged =
        begun()
            .with()
            .guardStop(Message.asIs("silence"))
            .generatorStop(Message.asIs("late"))
            .build();
    StopSignal lost = new StopSignal();
    lost.stop(StopSignal.Cause.HARM, Message.asIs("orders lost 3 instances"));

    assertThat(ShardCoordinator.guardStop(merged, lost))
        .contains(Message.asIs("orders lost 3 instances"));
  }

  @Test
  void shouldKeepAReportOfSilenceWhenNobodyWasLate() {
    StopSignal silent = new StopSignal();
    silent.stop(StopSignal.Cause.SILENCE, Message.asIs("silence"));

    assertThat(ShardCoordinator.guardStop(begun(), silent)).contains(Message.asIs("silence"));
    assertThat(
            ShardCoordinator.guardStop(
                begun().withGuardStop(Message.asIs("silence")), new StopSignal()))
        .contains(Message.asIs("silence"));
  }

  private static RunRecord begun() {
    return Workloads.begun(Workloads.of(40, 4, "http")).build();
  }
}
