package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.simulator.servers.GeneratorUsage;
import dev.nacoscapacity.simulator.wire.Operation;
import org.junit.jupiter.api.Test;

class FindingsTest {

  private static final GeneratorUsage.Summary USED =
      new GeneratorUsage.Summary(2, 0, 0, 0, 0, new Generator.GcPause(0, 0, 0), null, 0);

  @Test
  void shouldCountNoPushAmongTheRequests() {
    Tally judged =
        new Tallies()
            .calls(3, Operation.BEAT, 5, null)
            .calls(1, Operation.SUBSCRIBE, 5, "timeout")
            .tally();
    judged.pushed(7_000_000);

    Generator generator = Findings.generator(judged, USED, 0, null, false);

    assertThat(generator.requests()).isEqualTo(4);
    assertThat(generator.requestsPerCpuSecond()).isEqualTo(2);
    assertThat(Findings.operations(judged)).containsOnlyKeys("beat", "subscribe", "push");
  }
}
