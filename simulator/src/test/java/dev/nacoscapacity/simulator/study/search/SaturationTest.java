package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.simulator.Workloads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SaturationTest {

  private static Generator generatorLateBy(double p99) {
    return new Generator(
        1,
        new Generator.Cpu(6.0, null, null, null),
        100,
        10.0,
        new Generator.Memory(null, 1L, 1.0, null),
        null,
        new Generator.GcPause(0, 0, 0),
        new Generator.Delays(new Generator.Lag(0, p99, p99, p99), null, List.of()),
        List.of());
  }

  private static RunRecord run(double windowSeconds, Reason... causes) {
    return run(windowSeconds, null, causes);
  }

  private static RunRecord run(double windowSeconds, Generator generator, Reason... causes) {
    Target target = new Target(Target.LOCAL, "1.4.1", List.of("a:1", "b:2"), true, false, 10);
    return Workloads.begun(Workloads.of(900, 90, "http"))
        .target(target)
        .windowSeconds(windowSeconds)
        .servers(
            Map.of(
                "node1",
                    new Server(
                        null, 2, null, new Server.Cpu(20.0, 10.0, 0.9), 310, 1L, 600L, 0L, 40),
                "node2",
                    new Server(
                        null, 2, null, new Server.Cpu(5.0, 1.0, 0.3), 355, 1L, 1_500L, 0L, 30)))
        .generator(generator)
        .verdict(new Verdict(Status.FAIL, List.of(causes), Criteria.defaults()))
        .build();
  }

  private static List<String> texts(RunRecord run) {
    return Saturation.of(run).stream().map(Reason::text).toList();
  }

  @Test
  void shouldReportUsageWhenNothingWasSaturated() {
    assertThat(texts(run(60)))
        .satisfiesExactly(
            used -> assertThat(used).contains("0.60 cores (node1 the most, 0.50)", "2.5 %"),
            threads -> assertThat(threads).contains("355 threads and 40 connections"));
  }

  @Test
  void shouldRepeatTheCausesThatTheVerdictNames() {
    Reason late = new Reason(Severity.CAUSE, "lateBeats", Map.of(), "Beats were late.");
    Reason full =
        new Reason(Severity.CAUSE, "machineSaturated", Map.of(), "The machine was saturated.");

    assertThat(texts(run(60, late, full)))
        .startsWith("The machine was saturated.")
        .doesNotContain("Beats were late.");
  }

  @Test
  void shouldExonerateAGeneratorThatWasOnTime() {
    assertThat(texts(run(60, generatorLateBy(35))))
        .last()
        .asString()
        .contains("not the limit", "35.0 ms", "0.10 cores");
  }

  @Test
  void shouldNotExonerateAGeneratorThatWasLate() {
    Reason late =
        new Reason(Severity.GENERATOR, "generatorLag", Map.of(), "The generator was late.");

    assertThat(texts(run(60, generatorLateBy(846), late)))
        .endsWith("The generator was late.")
        .noneMatch(sentence -> sentence.contains("not the limit"));
  }

  @Test
  void shouldReportNothingWithoutAMeasurementWindow() {
    assertThat(Saturation.of(run(0))).isEmpty();
  }
}
