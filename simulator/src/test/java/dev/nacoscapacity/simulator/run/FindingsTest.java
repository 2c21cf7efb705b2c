package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.observe.proc.GeneratorUsage;
import dev.nacoscapacity.simulator.verify.Extremes;
import dev.nacoscapacity.simulator.verify.RegistrySummary;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
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

    Generator generator = Findings.generator(judged, Set.of(), USED, 0, null, null, false);

    assertThat(generator.requests()).isEqualTo(4);
    assertThat(generator.requestsPerCpuSecond()).isEqualTo(2);
    assertThat(Findings.operations(judged)).containsOnlyKeys("beat", "subscribe", "push");
  }

  @Test
  void shouldSayWhatTheMachineLackedInTheWholeRun() {
    Set<String> shortages = Set.of(Driver.NO_DESCRIPTOR, Driver.NO_PORT);

    assertThat(Findings.generator(new Tally(), shortages, USED, 0, null, null, false).limitedBy())
        .containsExactly("descriptors", "ports");
  }

  @Test
  void shouldSayThatTheRampWasGivenUpWhileTheGeneratorWasLate() {
    assertThat(Findings.generator(new Tally(), Set.of(), USED, 0, null, null, true).limitedBy())
        .containsExactly(Generator.PROCESSOR_TIME);
  }

  @Test
  void shouldLeaveTheLagUnknownWhenNothingFellDue() {
    assertThat(Findings.generator(new Tally(), Set.of(), USED, 0, null, null, false).lagMs())
        .isNull();
  }

  @Test
  void shouldLeaveUnknownWhatANodeNeverShowedInFull() {
    Extremes unread = new Extremes(100, null, null, 0, 0, 0, 0, 0, 100);
    RegistrySummary summary =
        new RegistrySummary(unread, new Histogram(4), 0, 0, Map.of(0, unread));

    Registry registry = Findings.registry(summary, new int[1], false, null, List.of("node1"));

    assertThat(registry.counts().presentMin()).isNull();
    assertThat(registry.byNode().get("node1").healthyMin()).isNull();
  }
}
