package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.Runs.counts;
import static dev.nacoscapacity.core.Runs.operation;
import static dev.nacoscapacity.core.Runs.operations;
import static dev.nacoscapacity.core.Runs.registry;
import static dev.nacoscapacity.core.Runs.server;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReasonTextTest {

  private final RunRecordBuilder run = Runs.good().with();

  @Test
  void shouldNameTheNodeThatStandsOut() {
    run.registry(nodes(counts(2, 0, 0, 0, 0, 0), counts(34, 0, 0, 0, 0, 0)));

    assertThat(texts())
        .containsExactly(
            "Up to 34 of 1,000 instances were missing at once on b (at most 2 on the other"
                + " nodes).");
  }

  @Test
  void shouldNameNoNodeWhenAllAreAlike() {
    run.registry(nodes(counts(0, 30, 0, 0, 0, 0), counts(0, 34, 0, 0, 0, 0)));

    assertThat(texts()).containsExactly("Up to 34 of 1,000 instances were unhealthy at once.");
  }

  @Test
  void shouldNameEveryBadNodeWhenOthersAreWell() {
    run.registry(
        nodes(counts(0, 0, 5, 0, 0, 0), counts(0, 0, 9, 0, 0, 0), counts(0, 0, 1, 0, 0, 0)));

    assertThat(texts())
        .containsExactly(
            "15 beats of acknowledged instances were answered \"unknown instance\" on a and b "
                + "(at most 1 on the other nodes).");
  }

  @Test
  void shouldNameTheBoundWhenItIsNotZero() {
    run.registry(registry(counts(8, 0, 0, 0, 0, 0), 0, true));
    Criteria lenient = Criteria.defaults().with("missing", 7);

    assertThat(Judge.standard().judge(run.build(), lenient).reasons())
        .extracting(Reason::text)
        .containsExactly("Up to 8 of 1,000 instances were missing at once (bound 7).");
  }

  @Test
  void shouldNotCallUnknownZeroWhenANodeWasNeverReadInFull() {
    RegistryStats read = counts(0, 0, 0, 0, 0, 0);
    run.registry(
        new RegistryResult(Map.of("a", Runs.unread(), "b", read), 0, null, false, 0, 0, 0, null));
    assertThat(texts())
        .first()
        .isEqualTo(
            "The registry was not complete when the measurement window should have begun; the worst"
                + " node showed 1,000, and 1,000 of them healthy; a could never be read in full.");

    run.registry(new RegistryResult(Map.of("a", Runs.unread()), 0, null, false, 0, 0, 0, null));
    assertThat(texts())
        .first()
        .isEqualTo(
            "The registry was not complete when the measurement window should have begun; no node"
                + " could ever be read in full.");
  }

  /** Descriptors ran out in the ramp: what is missing is not the registry's doing. */
  @Test
  void shouldNotBlameTheRegistryForInstancesThatTheGeneratorCouldNotRegister() {
    run.registry(
        new RegistryResult(Runs.listed(600, 600, 600), Map.of(), null, false, 0, 0, 0, null));
    run.generator(Runs.generator(0.4, 20, "descriptors"));

    Verdict verdict = Judge.standard().judge(run.build(), Criteria.defaults());

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::text)
        .containsExactly(
            "The generator ran out of descriptors; bin/simulator doctor says what to change.",
            "Only 600 of the 1,000 instances were registered; the worst node showed 600, and 600 of"
                + " them healthy.");
  }

  @Test
  void shouldSetAttemptsThatFailedApartFromTheWaitForAConnection() {
    Percentiles retries = new Percentiles(500, 0, 0, 50_001, 50_001, 50_001);
    Percentiles wait = new Percentiles(1, 1, 1, 2, 2, 2);
    Percentiles whole = new Percentiles(900, 5, 6, 50_010, 50_020, 50_020);
    run.operations(
        operations(
            new OperationResult(
                12_000, 12_000, 12_000, Map.of(), 0, 240, whole, retries, wait, wait)));

    assertThat(texts())
        .containsExactly(
            "beat: latency p99 was 50,010 ms (bound 1,000 ms); attempts that failed before took "
                + "50,001 ms, the wait for a connection took 2 ms, the answer 2 ms (p99 each).");
  }

  @Test
  void shouldNameNoNodeOfAProcessThatAllShare() {
    rateTooLow();
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("node1", server(2, 80.0, 40.0, 2.0, 1, 1L, 1L, 1L, 1));
    servers.put("node2", Server.within("node1", 2, 1));
    run.servers(servers);

    assertThat(texts())
        .last()
        .isEqualTo(
            "The machine was saturated: of its 2 cores the nodes used 2.00 in one process and the"
                + " generator 0.08.");
  }

  @Test
  void shouldSayHowAnOperationFell() {
    run.operations(
        operations(operation(12_000, 9_000, Map.of("timeout", 300L, "500", 30L), 4_000)));

    assertThat(texts())
        .containsExactly(
            "beat: 330 of 9,000 calls failed, 3.667 % (bound 0.1 %); most often \"timeout\" (300).",
            "beat: latency p99 was 4,000 ms (bound 1,000 ms); the wait for a connection took "
                + "1,000 ms, the answer 2,000 ms (p99 each).",
            "beat: 150.0 calls/s of the required 200.0 were achieved, 75 % (bound 99 %); 3,000 "
                + "calls that fell due were skipped.");
  }

  @Test
  void shouldNotRoundAShareToItsBound() {
    run.operations(operations(operation(100_000, 98_996, Map.of(), 40)));

    assertThat(texts()).singleElement().asString().contains("98.996 % (bound 99 %)");
  }

  @Test
  void shouldNameTheSaturatedMachineAndItsBusiestNode() {
    rateTooLow();
    run.servers(Runs.servers(30));

    assertThat(texts())
        .last()
        .isEqualTo(
            "The machine was saturated: of its 2 cores the nodes used 1.75 (127.0.0.1:8868 the "
                + "most, 0.75) and the generator 0.08.");
  }

  @Test
  void shouldNotCallAMachineSaturatedThatIsNot() {
    rateTooLow();
    run.servers(Runs.servers(27));

    assertThat(texts()).hasSize(1);
  }

  @Test
  void shouldNameASaturatedServerOfAnotherMachine() {
    RunRecordBuilder remote = Runs.begun(Target.REMOTE).windowSeconds(60);
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("idle", server(8, 40.0, 4.0, 1.0, 1, 1L, 1L, 1L, 1));
    servers.put("busy", server(8, 400.0, 40.0, 8.0, 1, 1L, 6_001L, 1L, 1));
    servers.put("silent", server(null, null, null, null, null, null, null, null, null));
    remote.servers(servers);

    assertThat(new CauseChecker().check(remote.build(), Criteria.defaults()))
        .extracting(Reason::text)
        .containsExactly(
            "busy was saturated: it used 7.33 of its 8 cores.",
            "busy spent 10.002 % of the window collecting garbage: its heap is too small.");
  }

  @Test
  void shouldNameTheProcessorsOfPinnedNodesAlone() {
    rateTooLow();
    run.servers(
        Map.of(
            "node1", new Server(null, 1, true, new Server.Cpu(50.0, 8.0, 1.0), 1, 1L, 1L, 1L, 1)));

    assertThat(texts())
        .last()
        .isEqualTo(
            "The machine was saturated: of its 1 core the nodes used 0.97 (node1 the most, 0.97).");
  }

  @Test
  void shouldNameTheSaturatedOneOfTheMachinesThatAModelsNodesShare() {
    Setup setup = new Setup("2g", Map.of(), List.of(), null, 2);
    Target target = Target.model("1.4.1", false, null, setup, null);
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("node1", server(2, 60.0, null, 1.0, 1, 1L, 1L, 1L, 1));
    servers.put("node2", server(2, 90.0, null, 1.0, 1, 1L, 1L, 1L, 1));
    servers.put("node3", server(2, 54.0, null, 1.0, 1, 1L, 1L, 1L, 1));

    assertThat(causesOf(target, servers))
        .containsExactly(
            "The machine was saturated: of its 2 cores the nodes used 1.90 (node1 the most,"
                + " 1.00).");
  }

  @Test
  void shouldBlameAHeapOnlyWhenItWasFull() {
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("full", server(2, 4.0, 1.0, 1.0, 1, 1_700L << 20, 6_001L, 1L, 1));
    servers.put("roomy", server(2, 4.0, 1.0, 1.0, 1, 500L << 20, 6_001L, 1L, 1));

    assertThat(causes(null, servers))
        .containsExactly(
            "full spent 10.002 % of the window collecting garbage: its heap is too small.",
            "roomy spent 10.002 % of the window collecting garbage: its heap held at most 500 of"
                + " 2,048 MB.");
  }

  @Test
  void shouldHoldANodeAgainstItsQuota() {
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("busy", server(2, 14.6, 1.0, 1.0, 1, 1L, 1L, 1L, 1));
    servers.put("idle", server(2, 14.0, 1.0, 1.0, 1, 1L, 1L, 1L, 1));

    assertThat(causes(0.3, servers))
        .containsExactly("busy was saturated: it used 0.26 of its 0.3 cores.");
    assertThat(causes(0.15, Map.of("small", servers.get("busy"))))
        .containsExactly("small was saturated: it used 0.26 of its 0.15 cores.");
    assertThat(causes(1.0, servers)).isEmpty();
    assertThat(causes(null, servers)).isEmpty();
  }

  /** Of a local cluster within a minute. */
  private static List<String> causes(Double nodeCpus, Map<String, Server> servers) {
    Setup setup = new Setup("2g", Map.of(), List.of(), nodeCpus);
    Target target = new Target(Target.LOCAL, "2.2.4", List.of(), false, false, 10).withSetup(setup);
    return causesOf(target, servers);
  }

  private static List<String> causesOf(Target target, Map<String, Server> servers) {
    RunRecord good = Runs.good();
    RunRecord run =
        RunRecord.builder(good.tool(), good.startedAt(), target, good.workload(), good.machine())
            .windowSeconds(60)
            .servers(servers)
            .build();
    return new CauseChecker().check(run, Criteria.defaults()).stream().map(Reason::text).toList();
  }

  @Test
  void shouldSayThatBeatsCameLateWhenInstancesDropped() {
    run.registry(
        new RegistryResult(
            counts(0, 7, 0, 0, 0, 0),
            Map.of(),
            new RegistryResult.BeatGap(9_100, 17_250),
            true,
            0,
            0,
            0,
            null));

    assertThat(texts())
        .containsExactly(
            "Up to 7 of 1,000 instances were unhealthy at once.",
            "Beats of one instance were written up to 17.3 s apart (p99 9.1 s); after 15 s a node "
                + "calls an instance unhealthy.");
  }

  @Test
  void shouldNameTheOptionWhenCallsWaitedForItsConnections() {
    run.generator(Runs.generator(true, 3_039));

    assertThat(texts())
        .containsExactly(
            "Calls waited 3,039 ms (p99, bound 100 ms) for one of the fleet's own connections, of"
                + " which --connections allows 100, while beats were answered in 20 ms: allow more,"
                + " or leave the option out.");
  }

  @Test
  void shouldNameTheOpenFilesWhenTheyBoundedTheConnections() {
    run.generator(Runs.generator(false, 3_039));

    assertThat(texts())
        .containsExactly(
            "Calls waited 3,039 ms (p99, bound 100 ms) for one of the fleet's own connections, of"
                + " which the open files that a process may have allow 100, while beats were"
                + " answered in 20 ms; bin/simulator doctor says what to change.");
  }

  @Test
  void shouldSayWhatASweepLeftUnread() {
    RegistryResult good = Runs.good().registry();
    run.registry(new RegistryResult(good.byNode(), 0, good.beatGapMs(), true, 1_200, 0, 0, null));

    assertThat(texts())
        .containsExactly(
            "A sweep by identity ended with 1,200 of its reads unanswered: in counts alone, a"
                + " missing instance and one that should not be there hide each other.");
  }

  @Test
  void shouldKeepCausesToItselfWhenNothingIsWrong() {
    run.servers(Runs.servers(60));

    assertThat(texts()).isEmpty();
  }

  private void rateTooLow() {
    run.operations(operations(operation(12_000, 9_000, Map.of(), 40)));
  }

  private static RegistryResult nodes(RegistryStats... counts) {
    Map<String, RegistryStats> byNode = new LinkedHashMap<>();
    for (RegistryStats node : counts) {
      byNode.put(String.valueOf((char) ('a' + byNode.size())), node);
    }
    return new RegistryResult(
        byNode, 0, new RegistryResult.BeatGap(5_000, 5_400), true, 0, 0, 0, null);
  }

  private List<String> texts() {
    return Judge.standard().judge(run.build(), Criteria.defaults()).reasons().stream()
        .map(Reason::text)
        .toList();
  }
}
