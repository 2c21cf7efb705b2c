package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepTest {

  @Test
  void shouldSayWhatAFaultOfTheNodeItselfDoesNotTake() {
    assertThatThrownBy(
            () ->
                new Step(
                    FaultKind.KILL,
                    1,
                    NodeChoice.RANDOM,
                    Duration.ZERO,
                    NetworkConditions.BLACKHOLE))
        .hasMessage("'kill' takes no latency, jitter or bandwidth");
  }

  @Test
  void shouldBreakOneNodeAtATimeWhenEachIsBroken() {
    assertThatThrownBy(() -> Step.of(FaultKind.KILL, 3, NodeChoice.EACH))
        .hasMessage("'each' breaks one node at a time, not 3: leave the number of nodes out");
  }

  @Test
  void shouldTakeVersionsForAnUpgradeOnly() {
    VersionChange versions = new VersionChange(ServerVersion.V1_4_1, ServerVersion.V2_2_4, false);

    assertThatThrownBy(() -> Step.of(FaultKind.UPGRADE, 1, NodeChoice.EACH))
        .hasMessage("'upgrade' needs the versions from and to");
    assertThatThrownBy(
            () -> new Step(FaultKind.KILL, 1, NodeChoice.EACH, Duration.ZERO, null, versions))
        .hasMessage("'kill' takes no from and to");
  }
}
