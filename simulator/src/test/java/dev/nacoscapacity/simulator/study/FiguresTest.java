package dev.nacoscapacity.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.simulator.session.TrialFigures;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void shouldNotCountPushesAsRequests() {
    RunRecord run =
        begun()
            .windowSeconds(60)
            .operations(Map.of("beat", ended(6_000), "push", ended(900)))
            .build();

    assertThat(TrialFigures.of(run).requestsPerSecond()).isEqualTo(100);
  }

  @Test
  void shouldDivideCpuTimeByTheCallsThatEnded() {
    OperationResult beat =
        new OperationResult(
            6_000, 6_000, 3_000, Map.of("timeout", 3_000L), 0, 0, null, null, null, null);
    Server node =
        new Server(null, 2, null, new Server.Cpu(8.0, 4.0, null), null, null, null, null, null);
    RunRecord run =
        begun()
            .windowSeconds(60)
            .operations(Map.of("beat", beat))
            .servers(Map.of("node1", node))
            .build();

    assertThat(TrialFigures.of(run).cpuMsPerCall()).isEqualTo(2);
    assertThat(TrialFigures.of(run).requestsPerSecond()).isEqualTo(50);
  }

  /** What the figures do not read is left out. */
  private static RunRecordBuilder begun() {
    return RunRecord.builder(null, Instant.EPOCH, null, null, null);
  }

  private static OperationResult ended(long calls) {
    return new OperationResult(calls, calls, calls, Map.of(), 0, 0, null, null, null, null);
  }
}
