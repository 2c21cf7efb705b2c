package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.stats.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunRecordTest {

  /** A run with pushes, and so many beats of 12,000. */
  private static RunRecord withPushes(long beats) {
    Map<String, OperationResult> operations =
        new LinkedHashMap<>(
            Runs.operations(Runs.operation(12_000, beats, Map.of("timeout", 500L), 40)));
    operations.put(Operation.PUSH.label(), Runs.operation(900, 900, Map.of(), 40));
    return Runs.good().withOperations(operations);
  }

  @Test
  void shouldCountNoPushWhenRequestsAreAddedUp() {
    RunRecord run = withPushes(11_000);

    assertThat(run.requests(OperationResult::required)).isEqualTo(18_000);
    assertThat(run.requests(OperationResult::achieved)).isEqualTo(17_000);
    assertThat(run.requests(OperationResult::ok)).isEqualTo(16_500);
  }

  @Test
  void shouldFindAnOperationOverEachProtocolAndTheLongestLatencyOfBeats() {
    OperationResult http = Runs.operation(700, 700, Map.of(), 40);
    OperationResult grpc = Runs.operation(300, 300, Map.of(), 90);
    OperationResult sweep = Runs.operation(5, 5, Map.of(), 900);
    RunRecord run =
        Runs.good().withOperations(Map.of("beat.http", http, "beat.grpc", grpc, "sweep", sweep));

    assertThat(run.operations(Operation.BEAT)).containsExactlyInAnyOrder(http, grpc);
    assertThat(run.operations(Operation.LIST)).isEmpty();
    assertThat(run.beatP99Ms()).hasValue(90.0);
    assertThat(Runs.good().beatP99Ms()).hasValue(40.0);
    assertThat(run.withOperations(Map.of("sweep", sweep)).beatP99Ms()).isEmpty();
  }

  @Test
  void shouldDivideTheCpuTimeOfNodesAndAStandInByTheCalls() {
    RunRecord run = withPushes(12_000);

    assertThat(run.cpuSecondsPerCall().orElseThrow()).isCloseTo(31.5 / 18_000, within(1e-9));

    Generator withStandIn = run.generator().withParent(4.5, null);
    assertThat(run.withGenerator(withStandIn).cpuSecondsPerCall().orElseThrow())
        .isCloseTo(36.0 / 18_000, within(1e-9));
    RunRecord unwatched = run.with().generator(withStandIn).servers(null).build();
    assertThat(unwatched.cpuSecondsPerCall().orElseThrow()).isCloseTo(4.5 / 18_000, within(1e-9));
    // 31.5 s in a window of 60 s, by 1,000 instances.
    assertThat(run.milliCoresPerThousand().orElseThrow()).isCloseTo(525, within(1e-9));
    RunRecord staged = run.withStages(List.of(Runs.stage(500, Runs.judged(Runs.good()))));
    assertThat(staged.milliCoresPerThousand().orElseThrow()).isCloseTo(1050, within(1e-9));
  }

  /** Its process counts at the node that it shares it with. */
  @Test
  void shouldCountASharedProcessOnce() {
    Map<String, Server> servers = new LinkedHashMap<>(Runs.servers(9));
    Optional<Double> without = Runs.good().withServers(servers).cpuSecondsPerCall();
    servers.put("127.0.0.1:8878", Server.within("127.0.0.1:8848", 2, 1));

    assertThat(Runs.good().withServers(servers).cpuSecondsPerCall()).isEqualTo(without);
  }

  @Test
  void shouldNotKnowTheCostOfACallWhenOneNodesCpuTimeIsUnknown() {
    Map<String, Server> servers = new LinkedHashMap<>(Runs.servers(9));
    servers.put("127.0.0.1:8878", Runs.server(2, null, null, null, null, null, null, null, null));
    RunRecord run = Runs.good().withServers(servers);

    assertThat(run.cpuSecondsPerCall()).isEmpty();
    assertThat(Runs.good().withOperations(Map.of()).cpuSecondsPerCall()).isEmpty();
  }
}
