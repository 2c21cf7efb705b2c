package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole fleet over HTTP, in virtual time. */
class HttpFleetTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int INSTANCES = 60;
  private static final int WINDOW = 40;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 10})
  void shouldBeatAtItsOwnPeriodWhateverNodesAskFor(int seconds) throws Exception {
    OperationResult beat = beat(SECOND.multipliedBy(seconds));

    assertThat(beat.ok()).isEqualTo(INSTANCES * WINDOW / seconds);
    assertThat(beat.failed()).isEmpty();
  }

  private OperationResult beat(Duration period) throws Exception {
    Workload settings =
        Workloads.of(INSTANCES, 6, HttpClients.USUAL)
            .withTiming(
                Timing.USUAL
                    .withBeat(period)
                    .withWarmUp(SECOND.multipliedBy(10))
                    .withDuration(SECOND.multipliedBy(WINDOW)));
    return new ModelFleet(folder, "1.4.1")
        .run(settings, new QuietProgress(), Scenario.NONE)
        .operations()
        .get("beat");
  }
}
