package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.nacoscapacity.bench.GrpcFigures.HeldMemory;
import dev.nacoscapacity.bench.GrpcFigures.Lists;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrpcFiguresTest {

  /** 100 MiB and half a core without any client; 30 KiB and 20 µs of CPU a second for each. */
  private static final GrpcFigures FLEET =
      new GrpcFigures(
          new HeldMemory(5_000, 102_400 + 5_000 * 30, 40, 0.5 + 5_000 * 20e-6),
          new HeldMemory(15_000, 102_400 + 15_000 * 30, 40, 0.5 + 15_000 * 20e-6),
          new Lists(10_000, new Reading(10, 2.5), 0.05));

  private static final GrpcFigures REAL =
      new GrpcFigures(
          new HeldMemory(100, 50_000 + 100 * 600, 1_020, 0.1),
          new HeldMemory(300, 50_000 + 300 * 600, 3_020, 0.2),
          new Lists(10_000, new Reading(10, 10), 0.2));

  @Test
  void shouldLeaveOutWhatAProcessTakesWithoutClients() {
    assertThat(FLEET.kibEach()).isEqualTo(30);
    assertThat(REAL.kibEach()).isEqualTo(600);
  }

  @Test
  void shouldTakeOffWhatIdleClientsUseFromWhatAListCosts() {
    assertThat(FLEET.lists().cpuMicros()).isEqualTo(200, offset(1e-6));
    assertThat(REAL.lists().cpuMicros()).isEqualTo(800, offset(1e-6));
  }

  @Test
  void shouldTellEachFigureOfBothWithTheirRatio() {
    assertThat(GrpcFigures.table(List.of(FLEET), List.of(REAL)))
        .contains("| 5,000 and 15,000 | 100 and 300 |")
        .contains(
            "| 30.0 (30.0 to 30.0) | 600.0 (600.0 to 600.0) | 0.050 (0.050 to 0.050) | ≤ 0.1 |")
        .contains("| threads, one more client | 0.00 (0.00 to 0.00) | 10.00 (10.00 to 10.00) |")
        .contains("| cores, 1,000 more idle clients | 0.0200 (")
        .contains("| CPU µs a list, that of idle clients taken off | 200.0 (");
  }

  @Test
  void shouldMeetTheTargetsByASlopeThatIsLowEnough() {
    GrpcFigures heavier =
        new GrpcFigures(
            FLEET.few(), new HeldMemory(15_000, 102_400 + 15_000 * 60, 40, 0.8), FLEET.lists());

    assertThat(GrpcFigures.targetsMet(List.of(FLEET), List.of(REAL))).isTrue();
    assertThat(GrpcFigures.targetsMet(List.of(heavier), List.of(REAL))).isFalse();
  }
}
