package dev.nacoscapacity.simulator.study.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.session.ModelRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemandTest {

  private final Demand demand = Fixtures.demand(5);

  private static ClusterSize size(int cores, long heap, double speed) {
    return new ClusterSize(5, cores, heap, speed);
  }

  @Test
  void shouldAddWhatEachInstanceAsksToWhatNodesDoAnyway() {
    assertThat(demand.cores(10_000)).isCloseTo(10.5, within(1e-9));
  }

  @Test
  void shouldBeBusyByCoresAndSpeed() {
    double slow = demand.utilisation(10_000, size(4, 64 << 10, 1));

    // Almost nothing is collected in 64 GB.
    assertThat(slow).isCloseTo(10.5 / 20, within(0.001));
    assertThat(demand.utilisation(10_000, size(4, 64 << 10, 2))).isCloseTo(slow / 2, within(1e-9));
  }

  @Test
  void shouldCostMoreWhenTheHeapIsNearlyFullAndNotFitOnceItIs() {
    double live = demand.live(10_000) / (1 << 20);

    assertThat(demand.utilisation(10_000, size(4, (long) (1.02 * live), 1)))
        .isGreaterThan(1.02 * 10.5 / 20);
    assertThat(demand.utilisation(10_000, size(4, (long) (0.99 * live), 1))).isInfinite();
  }

  @Test
  void shouldHoldWhatKeepsItNoBusierThanAsked() {
    ClusterSize size = size(4, 8 << 10, 1);

    int most = demand.capacity(size, 0.85);

    assertThat(most).isCloseTo(16_500, within(150));
    assertThat(demand.utilisation(most, size)).isLessThanOrEqualTo(0.85);
    assertThat(demand.utilisation(most + 1, size)).isGreaterThan(0.85);
    assertThat(demand.capacity(size(1, 8 << 10, 0.05), 0.85)).isZero();
  }

  @Test
  void shouldHoldLessWhereOneNodeIsBusierThanTheOthers() {
    ClusterSize size = size(4, 8 << 10, 1);

    assertThat(demand.skewed(1.25).capacity(size, 0.85)).isCloseTo(13_100, within(150));
  }

  /**
   * What the whole study rests on: work counted with few instances predicts a run with many, but
   * for what waking costs nodes that are not full.
   */
  @ParameterizedTest
  @CsvSource({"http, src/test/resources/costs-1.4.1.yaml", "grpc, nacos-2.2.4"})
  void shouldPredictTheCpuAndMemoryOfARunWithMoreInstances(
      String protocol, String costs, @TempDir Path folder) throws IOException {
    Costs awake = CostFile.read(costs, Path.of("")).with(Map.of(Cost.WAKE, 0.0));
    Grid grid = new Grid(List.of(3), List.of(8), true, List.of(65_536L), 1, 0);
    SizeQuestion question =
        new SizeQuestion(Workloads.of(600, 30, protocol), false, true, false, awake, grid);
    RunRecord few = run(question, protocol, 200, 10, Duration.ofSeconds(30), folder.resolve("few"));
    RunRecord many =
        run(question, protocol, 600, 30, Duration.ofSeconds(60), folder.resolve("many"));

    Demand counted = Demand.of(few, question.costs());

    double seconds = many.servers().values().stream().mapToDouble(Server::cpuSeconds).sum();
    double live =
        many.servers().values().stream().mapToLong(Server::heapMaxBytes).average().orElseThrow();
    assertThat(counted.nodes()).isEqualTo(3);
    // The few leave nodes quiet, and the many that fill them do not.
    assertThat(few.workIn(Phases.MEASURE)).containsKey(Cost.WAKE.key());
    assertThat(few.workIn(Phases.MEASURE)).containsKey(Cost.GARBAGE_CALL.key());
    assertThat(counted.each()).doesNotContainKeys(Cost.WAKE, Cost.GARBAGE_CALL);
    assertThat(counted.cores(600)).isCloseTo(seconds / many.windowSeconds(), withinPercentage(3));
    assertThat(counted.live(600)).isCloseTo(live, withinPercentage(1));
  }

  private static RunRecord run(
      SizeQuestion question,
      String protocol,
      int instances,
      int services,
      Duration duration,
      Path folder)
      throws IOException {
    Path file = folder.resolveSibling(folder.getFileName() + ".yaml");
    Files.writeString(file, new ClusterSize(3, 8, 65_536, 1).modelText(question));
    Workload workload =
        Workloads.of(
            instances, services, protocol.equals("grpc") ? Workloads.GRPC : HttpClients.USUAL);
    return new ModelRuns(System.err, Language.ENGLISH)
        .run(
            ModelFile.read(file.toString()).withCosts(question.costs()),
            workload.withTiming(workload.timing().withWarmUp(Duration.ZERO).withDuration(duration)),
            true,
            Criteria.defaults(),
            folder)
        .orElseThrow()
        .run();
  }
}
