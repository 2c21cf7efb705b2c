package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.Runs.counts;
import static dev.nacoscapacity.core.Runs.operation;
import static dev.nacoscapacity.core.Runs.operations;
import static dev.nacoscapacity.core.Runs.registry;
import static dev.nacoscapacity.core.checker.Verdicts.assertVerdict;
import static dev.nacoscapacity.core.stats.RegistryCount.MISSING;
import static dev.nacoscapacity.core.stats.RegistryCount.UNHEALTHY;
import static dev.nacoscapacity.core.stats.RegistryCount.UNKNOWN_INSTANCE_BEATS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.RegistryResult.BeatGap;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reasons tell beside their codes. */
class ReasonFiguresTest {

  private final RunRecordBuilder run = Runs.good().with();

  private List<String> reasons() {
    return reasons(Criteria.defaults());
  }

  private List<String> reasons(Criteria criteria) {
    return Judge.standard().judge(run.build(), criteria).reasons().stream()
        .map(Verdicts::shown)
        .toList();
  }

  private String last() {
    return reasons().get(reasons().size() - 1);
  }

  /** What nodes a, b, … list. */
  private static Map<String, RegistryStats> nodes(RegistryStats... counts) {
    Map<String, RegistryStats> byNode = new LinkedHashMap<>();
    Stream.of(counts)
        .forEach(node -> byNode.put(String.valueOf((char) ('a' + byNode.size())), node));
    return byNode;
  }

  @ParameterizedTest
  @CsvSource({
    "MISSING, 2, 34, '{count=34, expected=1000, nodes=[b], others=2}'",
    "UNHEALTHY, 30, 34, '{count=34, expected=1000}'",
    "UNKNOWN_INSTANCE_BEATS, 9, 5, '{count=14, expected=1000}'"
  })
  void shouldNameTheNodeThatStandsOut(RegistryCount figure, int a, int b, String arguments) {
    run.registry(registry(nodes(counts(figure, a), counts(figure, b))));

    assertThat(reasons()).containsExactly(figure.column() + arguments);
  }

  @Test
  void shouldNameEveryBadNodeWhenOthersAreWell() {
    run.registry(
        registry(
            nodes(
                counts(UNKNOWN_INSTANCE_BEATS, 5),
                counts(UNKNOWN_INSTANCE_BEATS, 9),
                counts(UNKNOWN_INSTANCE_BEATS, 1))));

    assertThat(reasons())
        .containsExactly("unknownInstanceBeats{count=15, expected=1000, nodes=[a, b], others=1}");
  }

  @Test
  void shouldNameTheBoundWhenItIsNotZero() {
    run.registry(registry(counts(MISSING, 8)));

    assertThat(reasons(Criteria.defaults().with("missing", 7)))
        .containsExactly("missing{count=8, expected=1000, bound=7}");
  }

  @Test
  void shouldNotReportZeroWhenANodeWasNeverReadInFull() {
    run.registry(registry(nodes(Runs.unread(), counts())).withComplete(false));
    assertThat(reasons())
        .first()
        .isEqualTo("neverComplete{present=1000, healthy=1000, unread=[a]}");

    run.registry(registry(nodes(Runs.unread())).withComplete(false));
    assertThat(reasons()).first().isEqualTo("neverComplete{}");
  }

  /** Descriptors ran out in the ramp: what is missing is not the registry's doing. */
  @Test
  void shouldNotBlameTheRegistryForInstancesThatTheGeneratorCouldNotRegister() {
    run.registry(registry(Runs.listed(600, 600, 600)).withComplete(false));
    run.generator(Runs.generator(0.4, 20, "descriptors"));

    assertVerdict(
        Judge.standard().judge(run.build(), Criteria.defaults()),
        Status.INCONCLUSIVE,
        "generatorLimited neverComplete");
    assertThat(reasons())
        .containsExactly(
            "generatorLimited{resources=[descriptors]}",
            "neverComplete{registered=600, instances=1000, present=600, healthy=600}");
  }

  @Test
  void shouldSetAttemptsThatFailedApartFromTheWaitForAConnection() {
    Percentiles retries = new Percentiles(500, 0, 0, 0, 50_001, 50_001, 50_001);
    run.operations(
        operations(
            operation(12_000, 12_000, Map.of(), 50_010)
                .withRetriesMs(retries)
                .withPoolWaitMs(new Percentiles(1, 1, 1, 1, 2, 2, 2))
                .withServiceMs(new Percentiles(1, 1, 1, 1, 3, 3, 3))));

    assertThat(reasons())
        .containsExactly(
            "latency{operation=beat, percentile=p99, latency=50010.0, bound=1000.0,"
                + " retries=50001.0, wait=2.0, service=3.0}");
  }

  @Test
  void shouldReportFailuresLatencyAndRateOfAnOperation() {
    run.operations(
        operations(operation(12_000, 9_000, Map.of("timeout", 300L, "500", 30L), 4_000)));

    assertThat(reasons())
        .containsExactly(
            "failures{operation=beat, failed=330, calls=9000, share=0.036667,"
                + " bound=0.001, reason=timeout, reasonCount=300}",
            "latency{operation=beat, percentile=p99, latency=4000.0, bound=1000.0, wait=1000.0,"
                + " service=2000.0}",
            "rate{operation=beat, achieved=150.0, required=200.0, share=0.75, bound=0.99,"
                + " skipped=3000}");
  }

  @ParameterizedTest
  @CsvSource({"30, true", "27, false"})
  void shouldNameTheSaturatedMachineAndItsBusiestNode(double cpuSeconds, boolean saturated) {
    rateTooLow();
    run.servers(Runs.servers(cpuSeconds));

    assertThat(last())
        .isEqualTo(
            saturated
                ? "machineSaturated{cores=2, nodes=1.75, busiest=127.0.0.1:8868,"
                    + " busiestCores=0.75, generator=0.079833}"
                : reasons().get(0));
  }

  @Test
  void shouldNameNoSaturatedMachineWhenTheWindowWasTooShortToTell() {
    run.windowSeconds(0.001).servers(Runs.servers(30));

    assertThat(new CauseChecker().check(run.build(), Criteria.defaults())).isEmpty();
  }

  @Test
  void shouldNameNoNodeOfAProcessThatAllShare() {
    rateTooLow();
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("node1", server(2, 120));
    servers.put("node2", Server.within("node1", 2, 1));
    run.servers(servers);

    assertThat(last())
        .isEqualTo(
            "machineSaturated{cores=2, nodes=2.0, processes=shared," + " generator=0.079833}");
  }

  @Test
  void shouldNameTheProcessorsOfPinnedNodesAlone() {
    rateTooLow();
    run.servers(Map.of("node1", server(1, 57).withGeneratorApart(true)));

    assertThat(last())
        .isEqualTo("machineSaturated{cores=1, nodes=0.95, busiest=node1, busiestCores=0.95}");
  }

  @Test
  void shouldNameTheSaturatedOneOfTheMachinesThatAModelsNodesShare() {
    Setup setup = new Setup("2g", Map.of(), List.of(), null, 2);
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("node1", server(2, 60));
    servers.put("node2", server(2, 90));
    servers.put("node3", server(2, 54));

    assertThat(causes(Target.model("1.4.1", false, null, setup, null), servers))
        .containsExactly("machineSaturated{cores=2, nodes=1.9, busiest=node1, busiestCores=1.0}");
  }

  @Test
  void shouldNameASaturatedServerOfAnotherMachine() {
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("idle", server(8, 44));
    servers.put("busy", server(8, 420).withGcMs(6_001L));
    servers.put("silent", new Server(null, null, null, UNKNOWN, null, null, null, null, null));

    assertThat(causes(Runs.begun(Target.REMOTE).build().target(), servers))
        .containsExactly(
            "serverSaturated{node=busy, used=7.0, cores=8}", "serverGc{node=busy, share=0.100017}");
  }

  private static final Server.Cpu UNKNOWN = new Server.Cpu(null, null, null);

  @Test
  void shouldBlameAHeapOnlyWhenItWasFull() {
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("full", server(2, 5).withGcMs(6_001L).withHeapMaxBytes(1_700L << 20));
    servers.put("roomy", server(2, 5).withGcMs(6_001L).withHeapMaxBytes(500L << 20));

    assertThat(causes(local(null), servers))
        .containsExactly(
            "serverGc{node=full, share=0.100017}",
            "serverGc{node=roomy, share=0.100017, held=500, heap=2048}");
  }

  @ParameterizedTest
  @CsvSource({
    "0.3,  15.6, 'serverSaturated{node=node1, used=0.26, cores=0.3}'",
    "0.3,  15.0,",
    "0.15, 15.6, 'serverSaturated{node=node1, used=0.26, cores=0.15}'",
    "1,    15.6,",
    ",     15.6,"
  })
  void shouldHoldANodeAgainstItsQuota(Double nodeCores, double cpuSeconds, String cause) {
    assertThat(causes(local(nodeCores), Map.of("node1", server(2, cpuSeconds))))
        .isEqualTo(cause == null ? List.of() : List.of(cause));
  }

  private static Target local(Double nodeCores) {
    return Runs.version("2.2.4").withSetup(new Setup("2g", Map.of(), List.of(), nodeCores));
  }

  private static Server server(int cores, double cpuSeconds) {
    return Runs.server(cores, cpuSeconds, 0.0, 1.0, 1, 1L, 1L, 1L, 1);
  }

  /** Within a minute. */
  private static List<String> causes(Target target, Map<String, Server> servers) {
    RunRecord run = Runs.begun().target(target).windowSeconds(60).servers(servers).build();
    return new CauseChecker()
        .check(run, Criteria.defaults()).stream().map(Verdicts::shown).toList();
  }

  @Test
  void shouldSayThatBeatsCameLateWhenInstancesDropped() {
    run.registry(registry(counts(UNHEALTHY, 7)).withBeatGapMs(new BeatGap(9_100, 17_250)));

    assertThat(reasons())
        .containsExactly("unhealthy{count=7, expected=1000}", "lateBeats{max=17.25, p99=9.1}");
  }

  @ParameterizedTest
  @CsvSource({"true, connectionsOption", "false, connectionsFiles"})
  void shouldNameWhatBoundedTheConnectionsThatCallsWaitedFor(boolean asked, String code) {
    run.generator(Runs.generator(asked, 3_039));

    assertThat(reasons())
        .containsExactly(code + "{wait=3039.0, bound=100.0, connections=100, service=20.0}");
  }

  @Test
  void shouldSayWhatASweepLeftUnread() {
    run.registry(registry(counts()).withUnswept(1_200));

    assertThat(reasons()).containsExactly("unswept{reads=1200}");
  }

  @Test
  void shouldReportNoCausesWhenNothingIsWrong() {
    run.servers(Runs.servers(60));

    assertThat(reasons()).isEmpty();
  }

  private void rateTooLow() {
    run.operations(operations(operation(12_000, 9_000, Map.of(), 40)));
  }
}
