package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.Runs.counts;
import static dev.nacoscapacity.core.Runs.generator;
import static dev.nacoscapacity.core.Runs.operation;
import static dev.nacoscapacity.core.Runs.operations;
import static dev.nacoscapacity.core.Runs.registry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.ConfigChanges;
import dev.nacoscapacity.core.record.Contention;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.Workload;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JudgeTest {

  private static final Criteria BOUNDS = Criteria.defaults();
  private static final Criteria LENIENT =
      new Criteria(
          Map.of(
              "dropped", 4.0,
              "neverAppeared", 3.0,
              "missing", 5.0,
              "unhealthy", 6.0,
              "unknownInstanceBeats", 7.0,
              "stale", 8.0,
              "divergent", 9.0,
              "unknown", 10.0),
          Set.of());

  @Test
  void shouldPassAGoodRun() {
    assertThat(judge(run -> {})).isEqualTo(new Verdict(Status.PASS, List.of(), BOUNDS));
  }

  @ParameterizedTest
  @CsvSource({
    "400, 0, gatewayRefused, INCONCLUSIVE",
    "0, 400, failures, FAIL",
    "400, 5, gatewayRefused, INCONCLUSIVE",
    "5, 400, failures, FAIL",
    "8, 7, gatewayRefused, FAIL",
    "7, 8, gatewayRefused, FAIL",
    "400, 300, gatewayRefused failures, INCONCLUSIVE",
    "9990, 1, gatewayRefused failures, INCONCLUSIVE",
  })
  void shouldHoldTheRegistryToWhatReachedItWhenAGatewayRefusesCalls(
      long refused, long failed, String codes, Status status) {
    Map<String, Long> failures =
        Map.of(
            "http 503 by gateway nginx", refused, "http 504 by gateway nginx, node silent", failed);

    Verdict verdict =
        judge(
            run ->
                run.operations(operations(operation(10_000, 10_000, failures, 40)))
                    .registry(registry(counts(0, 3, 3, 0, 0, 0), 0, true)));

    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactlyInAnyOrder(("unknownInstanceBeats unhealthy " + codes).split(" "));
    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.reasons())
        .filteredOn(reason -> reason.code().equals("gatewayRefused"))
        .allSatisfy(
            reason ->
                assertThat(reason.arguments())
                    .containsEntry("refused", refused)
                    .containsEntry("share", (refused + failed) / 10_000.0)
                    .containsEntry("reason", "http 503 by gateway nginx"));
    assertThat(verdict.reasons())
        .filteredOn(reason -> reason.code().equals("failures"))
        .allSatisfy(
            reason ->
                assertThat(reason.arguments())
                    .containsEntry("failed", failed)
                    .containsEntry("share", (double) failed / (10_000 - refused)));
  }

  @ParameterizedTest
  @CsvSource({
    "beat, INCONCLUSIVE, gatewayRefused",
    "beat.grpc, INCONCLUSIVE, gatewayRefused",
    "connect, INCONCLUSIVE, gatewayRefused",
    "list, FAIL, stale",
    "publish, FAIL, stale",
  })
  void shouldExcuseTheRegistryOnlyWhenAGatewayRefusesWhatInstancesLiveBy(
      String operation, Status status, String first) {
    OperationResult refused =
        operation(10_000, 10_000, Map.of("http 429 by gateway nginx", 20L), 40);

    Verdict verdict =
        judge(
            run ->
                run.operations(Map.of(operation, refused))
                    .registry(registry(counts(0, 0, 0, 1_000, 0, 0), 0, true)));

    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.reasons().get(0).code()).isEqualTo(first);
    assertThat(verdict.reasons()).extracting(Reason::code).contains("gatewayRefused", "stale");
  }

  @Test
  void shouldNotPassWhenAGatewayRefusesLists() {
    OperationResult refused =
        operation(10_000, 10_000, Map.of("http 429 by gateway nginx", 20L), 40);

    Verdict verdict = judge(run -> run.operations(Map.of("list", refused)));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("gatewayRefused");
  }

  @Test
  void shouldBeInconclusiveWhenAGatewayStoppedTheLoad() {
    Verdict verdict = judge(run -> run.gatewayStop("it refuses").registry(null));

    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("gatewayStop");
    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
  }

  @Test
  void shouldPassWhenOnlyTheToolsOwnReadsFailed() {
    OperationResult scrapes = operation(20, 19, Map.of("http 500", 10L), 9);
    OperationResult sweeps = operation(1_000, 900, Map.of("timed out", 450L), 9);

    Verdict verdict =
        judge(
            run ->
                run.operations(
                    Map.of(
                        "beat", operation(12_000, 12_000, Map.of(), 40),
                        "scrape", scrapes,
                        "sweep", sweeps,
                        "sweep.http", sweeps)));

    assertThat(verdict).isEqualTo(new Verdict(Status.PASS, List.of(), BOUNDS));
  }

  @ParameterizedTest
  @MethodSource
  void shouldPassAtEachBound(String what, Consumer<RunRecordBuilder> atBound) {
    assertThat(judge(LENIENT, atBound).status()).as(what).isEqualTo(Status.PASS);
  }

  static Stream<Arguments> shouldPassAtEachBound() {
    return Stream.of(
        run("achieved", r -> r.operations(operations(operation(10_000, 9_900, Map.of(), 40)))),
        run(
            "failed",
            r -> r.operations(operations(operation(10_000, 10_000, Map.of("timeout", 10L), 40)))),
        run("beat p99", r -> r.operations(operations(operation(100, 100, Map.of(), 1_000)))),
        run("dropped", r -> r.registry(registry(counts(0, 0, 0, 0, 0, 0), 4, true))),
        run("never appeared", r -> r.registry(registry(counts(0, 0, 0, 0, 0, 0), 0, 3, true))),
        run("missing", r -> r.registry(registry(counts(5, 0, 0, 0, 0, 0), 0, true))),
        run("unhealthy", r -> r.registry(registry(counts(0, 6, 0, 0, 0, 0), 0, true))),
        run("unknown-instance beats", r -> r.registry(registry(counts(0, 0, 7, 0, 0, 0), 0, true))),
        run("stale", r -> r.registry(registry(counts(0, 0, 0, 8, 0, 0), 0, true))),
        run("divergent", r -> r.registry(registry(counts(0, 0, 0, 0, 9, 0), 0, true))),
        run("unknown", r -> r.registry(registry(counts(0, 0, 0, 0, 0, 10), 0, true))),
        run("window", r -> r.windowSeconds(59.7)),
        run("lag", r -> r.generator(generator(100, 0))),
        run("wait for a connection", r -> r.generator(generator(true, 100))),
        run("GC pause", r -> r.generator(generator(1, 500))));
  }

  @ParameterizedTest
  @MethodSource
  void shouldNotPassBeyondEachBound(String code, Status status, Consumer<RunRecordBuilder> beyond) {
    Verdict verdict = judge(LENIENT, beyond);

    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly(code);
    assertThat(verdict.reasons().get(0).text()).endsWith(".").doesNotContain("null");
  }

  static Stream<Arguments> shouldNotPassBeyondEachBound() {
    return Stream.of(
        fail("rate", r -> r.operations(operations(operation(10_000, 9_899, Map.of(), 40)))),
        fail(
            "failures",
            r -> r.operations(operations(operation(10_000, 10_000, Map.of("timeout", 11L), 40)))),
        fail("latency", r -> r.operations(operations(operation(9, 9, Map.of(), 1_000.1)))),
        fail("missing", r -> r.registry(registry(counts(6, 0, 0, 0, 0, 0), 0, true))),
        fail("unhealthy", r -> r.registry(registry(counts(0, 7, 0, 0, 0, 0), 0, true))),
        fail("unknownInstanceBeats", r -> r.registry(registry(counts(0, 0, 8, 0, 0, 0), 0, true))),
        fail("stale", r -> r.registry(registry(counts(0, 0, 0, 9, 0, 0), 0, true))),
        fail("divergent", r -> r.registry(registry(counts(0, 0, 0, 0, 10, 0), 0, true))),
        fail("keptBeatingYetDropped", r -> r.registry(registry(counts(1, 0, 0, 0, 0, 0), 5, true))),
        fail("neverAppeared", r -> r.registry(registry(counts(1, 0, 0, 0, 0, 0), 0, 4, true))),
        fail("neverComplete", r -> r.registry(registry(counts(0, 0, 0, 0, 0, 0), 0, false))),
        fail("waveUnfinished", r -> r.waves(List.of(Runs.deploy(0), Runs.deploy(1)))),
        fail("guardStop", r -> r.guardStop("orders lost 3 of 8 healthy instances")),
        unsure("unknown", r -> r.registry(registry(counts(0, 0, 0, 0, 0, 11), 0, true))),
        unsure("shortWindow", r -> r.windowSeconds(59.4)),
        unsure("generatorLag", r -> r.generator(generator(100.1, 0))),
        unsure("connectionsOption", r -> r.generator(generator(true, 100.1))),
        unsure("connectionsFiles", r -> r.generator(generator(false, 100.1))),
        unsure("unswept", r -> r.registry(unswept(1))),
        unsure("generatorPause", r -> r.generator(generator(1, 500.1))),
        unsure("generatorLimited", r -> r.generator(generator(1, 1, "descriptors"))),
        unsure("generatorProcessor", r -> r.generator(generator(1, 1, "processor time"))),
        unsure("generatorStop", r -> r.generatorStop("a node stopped answering")),
        unsure("interrupted", r -> r.interrupted(true)),
        unsure("noCalls", r -> r.operations(Map.of())),
        unsure("noCalls", r -> r.operations(Map.of("push", operation(100, 100, Map.of(), 40)))),
        unsure("noCalls", r -> r.operations(Map.of("scrape", operation(20, 20, Map.of(), 40)))),
        unsure("registryUnread", r -> r.registry(null)),
        unsure("generatorUnread", r -> r.generator(null)));
  }

  @Test
  void shouldBlameOthersOnlyWhenSomethingFailedWhileTheyTookMoreThanTheirShare() {
    Consumer<RunRecordBuilder> missing =
        r -> r.registry(registry(counts(6, 0, 0, 0, 0, 0), 0, true));

    assertThat(judge(LENIENT, missing.andThen(contention(0.1))).status()).isEqualTo(Status.FAIL);
    assertThat(judge(LENIENT, contention(0.4)).status()).isEqualTo(Status.PASS);
    assertThat(judge(LENIENT, contention(0.4).andThen(r -> r.windowSeconds(59.4))).reasons())
        .extracting(Reason::code)
        .containsExactly("shortWindow");
    Verdict verdict = judge(LENIENT, missing.andThen(contention(0.4)));
    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("contention", "missing");
    assertThat(verdict.reasons().get(0).text())
        .isEqualTo(
            "For 10 s others had 40 % of this machine's processor time (bound 10 %); on average"
                + " over the run other programs used 0.20 cores. What failed may be their doing:"
                + " run it again on a quiet machine.");
  }

  private static Consumer<RunRecordBuilder> contention(double worstShare) {
    return r -> r.contention(new Contention(60, 12, 0, worstShare));
  }

  /** Few over one protocol must not hide among many over the other. */
  @Test
  void shouldJudgeEachProtocolByItself() {
    OperationResult good = operation(12_000, 12_000, Map.of(), 40);
    OperationResult late = operation(100, 100, Map.of(), 1_000.1);

    Verdict verdict = judge(run -> run.operations(Map.of("beat.http", good, "beat.grpc", late)));

    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("latency");
    assertThat(verdict.reasons().get(0).text())
        .startsWith("beat over gRPC: latency p99 was 1,000.1 ms");
    assertThat(verdict.reasons().get(0).in(Language.CHINESE)).startsWith("心跳（gRPC）：");
  }

  /** Those over HTTP are the ones that wait for connections. */
  @Test
  void shouldExcuseFaultsOfBothWhenCallsOverHttpWaitedForABoundOfOurOwn() {
    OperationResult good = operation(12_000, 12_000, Map.of(), 40);

    Verdict verdict =
        judge(
            run ->
                run.generator(generator(true, 100.1))
                    .operations(Map.of("beat.http", good, "beat.grpc", good)));

    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("connectionsOption");
  }

  /** In a fleet of both, a gap is late beyond the bound of gRPC, and most likely one over HTTP. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http              |  5 | 12000 | lateBeats
          http              |  6 | 12000 |
          http              |  6 | 13000 | lateBeats
          http              | 20 | 40000 |
          http              | 20 | 41000 | lateBeats
          grpc              |  5 | 12000 |
          grpc              |  5 | 16000 | idleConnections
          http=0.7,grpc=0.3 |  5 | 12000 |
          http=0.7,grpc=0.3 |  5 | 16000 | lateBeats
          """)
  void shouldNameAGapAmongTheCausesByWhatIsSpoken(
      String protocol, double beatSeconds, double maxMs, String cause) {
    RunRecord good = Runs.good();
    RunRecord run =
        RunRecord.builder(
                good.tool(),
                good.startedAt(),
                good.target(),
                Runs.over(protocol, beatSeconds, good.workload()),
                good.machine())
            .windowSeconds(60)
            .generator(good.generator())
            .operations(operations(operation(12_000, 12_000, Map.of(), 1_500)))
            .registry(
                new RegistryResult(
                    good.registry().byNode(),
                    0,
                    new RegistryResult.BeatGap(5_000, maxMs),
                    true,
                    0,
                    0,
                    0,
                    null))
            .build();

    List<String> causes =
        Judge.standard().judge(run, BOUNDS).reasons().stream()
            .map(Reason::code)
            .filter(Set.of("lateBeats", "idleConnections")::contains)
            .toList();
    assertThat(causes).isEqualTo(cause == null ? List.of() : List.of(cause));
  }

  @Test
  void shouldFailOnAnyInstanceByDefault() {
    RegistryResult bad = registry(counts(1, 1, 1, 1, 1, 1), 0, true);

    Verdict verdict = judge(run -> run.registry(bad));

    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly(
            "unknownInstanceBeats", "missing", "unhealthy", "stale", "divergent", "unknown");
  }

  @Test
  void shouldNameTheWorstFirst() {
    Verdict verdict =
        judge(
            run ->
                run.operations(operations(operation(10_000, 5_000, Map.of("timeout", 900L), 4_000)))
                    .registry(registry(counts(3, 0, 2, 0, 0, 0), 0, true)));

    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("unknownInstanceBeats", "missing", "failures", "latency", "rate");
  }

  @Test
  void shouldExcuseFaultsWhenTheGeneratorWasTheLimit() {
    Verdict verdict =
        judge(
            run ->
                run.generator(generator(250, 0))
                    .operations(operations(operation(10_000, 5_000, Map.of(), 4_000)))
                    .registry(registry(counts(9, 0, 0, 0, 0, 0), 0, true)));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("generatorLag", "missing", "latency", "rate");
  }

  @Test
  void shouldExcuseWhatAStallExplains() {
    Verdict verdict =
        judge(
            run ->
                run.generator(stalled(1, 48))
                    .registry(lost(counts(9, 9, 0, 0, 0, 0), counts(0, 0, 0, 0, 0, 0))));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("generatorStall", "missing", "unhealthy");
    assertThat(verdict.reasons().get(0).arguments()).containsEntry("seconds", 18.0);
  }

  @Test
  void shouldFailWhatWasLostWhileTheGeneratorKeptItsSchedule() {
    RegistryResult before = lost(counts(9, 0, 2, 0, 0, 0), counts(0, 0, 2, 0, 0, 0));

    for (Generator generator : List.of(stalled(1, 48), stalled(250, 48))) {
      Verdict verdict = judge(run -> run.generator(generator).registry(before));

      assertThat(verdict.status()).isEqualTo(Status.FAIL);
      assertThat(verdict.reasons().get(0).code()).isEqualTo("unknownInstanceBeats");
      assertThat(verdict.reasons().get(0).severity()).isEqualTo(Severity.UNEXCUSED);
    }
  }

  @Test
  void shouldExcuseAsManyCallsAsAStallSpoils() {
    Consumer<RunRecordBuilder> halfFailed =
        run -> run.operations(operations(operation(10_000, 10_000, Map.of("timeout", 5_000L), 40)));

    assertThat(judge(halfFailed.andThen(run -> run.generator(stalled(1, 30)))).status())
        .isEqualTo(Status.INCONCLUSIVE);
    assertThat(judge(halfFailed.andThen(run -> run.generator(stalled(1, 29)))).status())
        .isEqualTo(Status.FAIL);
    assertThat(judge(run -> run.generator(stalled(1, 48))).status()).isEqualTo(Status.PASS);
  }

  /**
   * A stall in the ramp takes nothing away from the excuse of calls that were late in the window.
   */
  @Test
  void shouldExcuseTheLatestCallsWhenTheLagWasOverItsBound() {
    Consumer<RunRecordBuilder> slow =
        run -> run.operations(operations(operation(10_000, 10_000, Map.of(), 4_000)));

    assertThat(judge(slow.andThen(run -> run.generator(stalled(250, 0)))).status())
        .isEqualTo(Status.INCONCLUSIVE);
    assertThat(judge(slow.andThen(run -> run.generator(stalled(1, 0)))).status())
        .isEqualTo(Status.FAIL);
  }

  @Test
  void shouldJudgeNothingOfAGeneratorThatWasLateThroughout() {
    Generator good = generator(250, 0);
    for (Double lateShare : Arrays.asList(0.1, null)) {
      Generator late =
          Runs.withoutMachineUsage(
              good.requests(), null, good.delays().lagMs(), lateShare, List.of(), List.of());
      Verdict verdict =
          judge(
              run ->
                  run.generator(late)
                      .operations(operations(operation(10_000, 5_000, Map.of(), 4_000)))
                      .registry(lost(counts(9, 0, 0, 0, 0, 0), counts(9, 0, 0, 0, 0, 0))));

      assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    }
  }

  @Test
  void shouldExcuseNothingOfATrialForAStallBeforeIt() {
    RunRecord lost = Runs.good().withExperiment(Experiments.good());
    assertThat(Judge.experiment().judge(with(lost, stalled(1, 0)), BOUNDS))
        .isEqualTo(Judge.experiment().judge(lost, BOUNDS));
    assertThat(Judge.experiment().judge(with(lost, stalled(1, 48)), BOUNDS).reasons())
        .extracting(Reason::code)
        .contains("generatorStall");
  }

  private static RunRecord with(RunRecord run, Generator generator) {
    return run.withGenerator(generator);
  }

  /** A pause of half a second explains none of these. */
  @Test
  void shouldFailWhatOnlyAStallThatLetsInstancesExpireMayCause() {
    List<Consumer<RunRecordBuilder>> faults =
        List.of(
            run -> run.changes(new Changes(500, 9, 0, null)),
            run -> run.registry(registry(counts(0, 0, 0, 0, 0, 0), 0, false)),
            run -> run.registry(registry(counts(0, 0, 0, 9, 0, 0), 0, true)),
            run -> run.waves(List.of(Runs.deploy(1))));
    for (Consumer<RunRecordBuilder> fault : faults) {
      assertThat(judge(fault.andThen(run -> run.generator(generator(1, 501)))).status())
          .isEqualTo(Status.FAIL);
    }
    assertThat(judge(faults.get(0).andThen(run -> run.generator(stalled(1, 0)))).status())
        .as("a stall before the window, after which clients are taken for dead")
        .isEqualTo(Status.INCONCLUSIVE);
  }

  /** Of a run of 100 s a stall of 18 s spoils 78 s, and one of a second 6 s. */
  @Test
  void shouldWeighAStallAgainstTheWholeRunForWhatAWholeRunCounts() {
    Criteria strict = BOUNDS.with("registerFailedShare", 0.01);
    for (long failed : new long[] {70, 700}) {
      Consumer<RunRecordBuilder> ramp =
          run ->
              run.durationSeconds(100)
                  .lifecycle(Map.of("register", operation(900, 900, Map.of("503", failed), 40)));
      Generator shortly =
          Runs.withoutMachineUsage(
              9,
              null,
              stalled(1, 0).delays().lagMs(),
              0.0,
              List.of(new Generator.Stall(9, 1, 0, false)),
              List.of());

      assertThat(judge(strict, ramp.andThen(run -> run.generator(stalled(1, 0)))).status())
          .isEqualTo(Status.INCONCLUSIVE);
      assertThat(judge(strict, ramp.andThen(run -> run.generator(shortly))).status())
          .isEqualTo(Status.FAIL);
    }
  }

  /** A stall of 18 s that spoiled so much of the window. */
  private static Generator stalled(double lagP99, double windowSeconds) {
    Generator good = generator(lagP99, 0);
    return Runs.withoutMachineUsage(
        good.requests(),
        good.connections(),
        good.delays().lagMs(),
        0.03,
        List.of(new Generator.Stall(40, 18, windowSeconds, true)),
        List.of());
  }

  private static RegistryResult lost(RegistryStats worst, RegistryStats beyondStalls) {
    RegistryResult good = Runs.good().registry();
    return new RegistryResult(worst, good.byNode(), good.beatGapMs(), true, 0, 0, 0, beyondStalls);
  }

  @Test
  void shouldFailDroppedInstancesThoughTheGeneratorLagged() {
    Verdict verdict =
        judge(
            run ->
                run.generator(generator(250, 900, "ports"))
                    .registry(registry(counts(9, 0, 0, 0, 0, 0), 4, true)));

    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons().get(0).code()).isEqualTo("keptBeatingYetDropped");
  }

  @Test
  void shouldAddWhatIsKnownOfTheVersionAndWhereToReadOn() {
    Workload http = Runs.good().workload();

    assertThat(neverAppeared("2.2.4", Runs.grpc(http)))
        .startsWith("2 instances never appeared on a node although their registration was")
        .contains("already disconnect", "docs/results.md");
    assertThat(neverAppeared("2.2.4", Runs.over("http=0.7,grpc=0.3", http)))
        .contains("docs/results.md");
    assertThat(neverAppeared("2.5.0", Runs.grpc(http))).endsWith("kept beating.");
    assertThat(neverAppeared(null, Runs.grpc(http))).endsWith("kept beating.");
    assertThat(neverAppeared("2.2.4", http)).endsWith("kept beating.");
  }

  private static String neverAppeared(String version, Workload workload) {
    RunRecord run =
        RunRecord.builder(
                Runs.good().tool(),
                Runs.good().startedAt(),
                Runs.version(version),
                workload,
                Runs.good().machine())
            .registry(registry(counts(2, 0, 0, 0, 0, 0), 0, 2, false))
            .build();
    Reason first = Judge.standard().judge(run, BOUNDS).reasons().get(0);
    assertThat(first.code()).isEqualTo("neverAppeared");
    return first.text();
  }

  @Test
  void shouldFailAGuardStopThoughItInterruptedTheRun() {
    Verdict verdict = judge(run -> run.guardStop("a node stopped answering").interrupted(true));

    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("guardStop");
  }

  @Test
  void shouldNotTakeForHarmWhatTheGuardSawWhileTheGeneratorWasLate() {
    Verdict verdict =
        judge(
            run ->
                run.generatorStop("a node stopped answering")
                    .registry(registry(counts(9, 0, 0, 0, 0, 0), 4, true)));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons().get(0).code()).isEqualTo("generatorStop");
  }

  @Test
  void shouldNotTellWhenInterruptedWhateverWasSeen() {
    Verdict verdict =
        judge(run -> run.interrupted(true).registry(registry(counts(9, 0, 0, 0, 0, 0), 4, true)));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons()).hasSize(3);
  }

  @Test
  void shouldBlameOnlyTheInterruptionWhenARunWasKilledBeforeItsWindow() {
    RunRecord killed = Runs.begun().interrupted(true).build();

    Verdict verdict = Judge.standard().judge(killed, BOUNDS);

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("interrupted");
  }

  @Test
  void shouldFailMissingInstancesThoughOthersAreUnknown() {
    assertThat(judge(run -> run.registry(registry(counts(1, 0, 0, 0, 0, 88), 0, true))).status())
        .isEqualTo(Status.FAIL);
  }

  @Test
  void shouldJudgeLongPollsByRateAndFailuresAlone() {
    Verdict slow =
        judge(run -> run.operations(Map.of("listen", operation(1_000, 1_000, Map.of(), 29_500))));
    Verdict failing =
        judge(
            run ->
                run.operations(
                    Map.of("listen", operation(1_000, 900, Map.of("timeout", 50L), 29_500))));

    assertThat(slow.status()).isEqualTo(Status.PASS);
    assertThat(failing.reasons())
        .extracting(Reason::code, reason -> reason.arguments().get("operation"))
        .containsExactly(tuple("failures", "listen"), tuple("rate", "listen"));
  }

  @Test
  void shouldHoldAnyOperationToTheBoundThatWasAskedFor() {
    Criteria lists = BOUNDS.with("listP99Ms", 54).with("listFailedShare", 0.5);
    Consumer<RunRecordBuilder> failing =
        run ->
            run.operations(
                Map.of(
                    "list", operation(1_000, 1_000, Map.of("timeout", 500L), 54),
                    "beat", operation(1_000, 1_000, Map.of(), 40)));

    assertThat(judge(lists, failing).status()).isEqualTo(Status.PASS);
    assertThat(judge(BOUNDS.with("listFailedShare", 0.499), failing).reasons())
        .extracting(Reason::text)
        .containsExactly(
            "list: 500 of 1,000 calls failed, 50 % (bound 49.9 %); most often \"timeout\" (500).");
    assertThat(judge(lists, run -> {}).reasons())
        .extracting(Reason::text)
        .containsExactly(
            "list: latency p99 was 55.0 ms (bound 54.0 ms); the wait for a connection took 14 ms,"
                + " the answer 28 ms (p99 each).");
  }

  @Test
  void shouldJudgeWhatClientsCallWhenTheyComeInTheWholeRun() {
    Criteria strict = BOUNDS.with("registerFailedShare", 0).with("registerMaxMs", 100);
    Consumer<RunRecordBuilder> ramp =
        run -> run.lifecycle(Map.of("register", operation(900, 900, Map.of("503", 9L), 40)));

    assertThat(judge(BOUNDS, ramp).status()).isEqualTo(Status.PASS);
    assertThat(judge(strict, ramp).reasons())
        .extracting(Reason::text)
        .containsExactly(
            "register: 9 of 900 calls failed, 1 % (bound 0 %); most often \"503\" (9).",
            "register: latency max was 120 ms (bound 100 ms); the wait for a connection took 30 ms,"
                + " the answer 60 ms (max each).");
  }

  @Test
  void shouldHoldPushesToTheDelayThatWasAskedFor() {
    Consumer<RunRecordBuilder> pushed =
        run -> run.pushes(new Pushes(500, new Percentiles(9, 10, 20, 40, 80, 90)));

    assertThat(judge(BOUNDS.with("pushDelayP99Ms", 40), pushed).status()).isEqualTo(Status.PASS);
    assertThat(judge(BOUNDS.with("pushDelayP999Ms", 79), pushed).reasons())
        .extracting(Reason::text)
        .containsExactly(
            "push delay: p99.9 was 80.0 ms (bound 79.0 ms), from the writing of a registration to a"
                + " push with it.");
  }

  @Test
  void shouldHoldChangesToTheDelayThatWasAskedFor() {
    Percentiles delays = new Percentiles(9, 10, 20, 40, 80, 60_000);
    Consumer<RunRecordBuilder> changed = run -> run.changes(new Changes(500, 0, 3, delays));

    assertThat(judge(BOUNDS.with("changeDelayP99Ms", 40), changed).status()).isEqualTo(Status.PASS);
    assertThat(judge(BOUNDS.with("changeDelayMaxMs", 59_000), changed).reasons())
        .extracting(Reason::text)
        .containsExactly(
            "change delay: max was 60,000 ms (bound 59,000 ms), from the writing of a change to the"
                + " push that told the last subscriber of it.");
  }

  @Test
  void shouldFailWhenASubscriberWasNeverToldOfAChange() {
    Consumer<RunRecordBuilder> undelivered = run -> run.changes(new Changes(0, 2, 0, null));

    Verdict verdict = judge(BOUNDS, undelivered);
    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons())
        .extracting(Reason::severity, Reason::code)
        .containsExactly(tuple(Severity.UNDELIVERED, "undeliveredChanges"));
    assertThat(judge(BOUNDS.with("undeliveredChanges", 2), undelivered).status())
        .isEqualTo(Status.PASS);
  }

  @Test
  void shouldNotJudgeWhatASubscriberWasNotToldOfBeforeAnInterruption() {
    assertThat(
            judge(BOUNDS, run -> run.changes(new Changes(0, 2, 0, null)).interrupted(true))
                .reasons())
        .extracting(Reason::code)
        .containsExactly("interrupted");
  }

  @Test
  void shouldHoldConfigurationChangesToTheDelayThatWasAskedFor() {
    Percentiles each = new Percentiles(9, 10, 20, 40, 80, 90);
    Consumer<RunRecordBuilder> changed =
        run -> run.configChanges(new ConfigChanges(500, each, 0, null));

    assertThat(judge(BOUNDS.with("configChangeDelayP99Ms", 40), changed).status())
        .isEqualTo(Status.PASS);
    assertThat(judge(BOUNDS.with("configChangeDelayP99Ms", 39), changed).reasons())
        .extracting(Reason::text)
        .containsExactly(
            "configuration change delay: p99 was 40.0 ms (bound 39.0 ms), from the writing of a new"
                + " content to a listener's read of it.");
  }

  @Test
  void shouldNotPassWhatWasAskedForAndNotMeasured() {
    for (String name :
        List.of(
            "pushDelayP99Ms",
            "changeDelayP99Ms",
            "configChangeDelayP99Ms",
            "loginFailedShare",
            "listenP99Ms")) {
      Verdict verdict = judge(BOUNDS.with(name, 1), run -> {});

      assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
      assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("unmeasured");
    }
    assertThat(judge(BOUNDS.with("loginP99Ms", 1), run -> run.interrupted(true)).reasons())
        .extracting(Reason::code)
        .containsExactly("interrupted");
  }

  /** What clients call when they come or go, too. */
  @Test
  void shouldHoldEachProtocolToABoundThatWasAskedFor() {
    Map<String, OperationResult> came =
        Map.of(
            "register.http", operation(900, 900, Map.of(), 40),
            "register.grpc", operation(9, 9, Map.of(), 41));

    Verdict verdict = judge(BOUNDS.with("registerP99Ms", 40), run -> run.lifecycle(came));

    assertThat(verdict.reasons()).hasSize(1);
    assertThat(verdict.reasons().get(0).text())
        .startsWith("register over gRPC: latency p99 was 41.0 ms (bound 40.0 ms)");
  }

  @Test
  void shouldExcuseFaultsWhenCallsWaitedForABoundOfOurOwn() {
    Verdict verdict =
        judge(
            run ->
                run.generator(generator(true, 3_000))
                    .operations(operations(operation(10_000, 5_000, Map.of(), 1_900)))
                    .registry(registry(counts(0, 0, 0, 0, 0, 0), 0, false)));

    assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
    assertThat(verdict.reasons())
        .extracting(Reason::code)
        .containsExactly("connectionsOption", "neverComplete", "latency", "rate");
  }

  @Test
  void shouldExcuseNothingWhenTheAnswersWereLateAsWell() {
    Verdict verdict =
        judge(
            run ->
                run.generator(generator(true, 3_000))
                    .operations(operations(operation(10_000, 10_000, Map.of(), 2_100))));

    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("latency");
  }

  /** The answers' times are of the last attempts alone; those at a frozen node failed before. */
  @Test
  void shouldExcuseNothingWhenANodeHeldTheConnectionsThatCallsWaitedFor() {
    assertThat(shareTriedAgain(10)).isEqualTo("connectionsOption");
    assertThat(shareTriedAgain(11)).isEqualTo("latency");
  }

  private static String shareTriedAgain(int rerouted) {
    OperationResult beat = operation(10_000, 10_000, Map.of(), 1_900);
    OperationResult again =
        new OperationResult(
            beat.required(),
            beat.achieved(),
            beat.ok(),
            beat.failed(),
            beat.skipped(),
            rerouted,
            beat.latencyMs(),
            beat.retriesMs(),
            beat.poolWaitMs(),
            beat.serviceMs());
    return judge(run -> run.generator(generator(true, 3_000)).operations(operations(again)))
        .reasons()
        .get(0)
        .code();
  }

  private static RegistryResult unswept(int cells) {
    RegistryResult good = Runs.good().registry();
    return new RegistryResult(good.byNode(), 0, good.beatGapMs(), true, cells, 0, 0, null);
  }

  @Test
  void shouldNeverCallPoolWaitOrProcessorTimeTheGeneratorsLimit() {
    RunRecord busy =
        Runs.good()
            .with()
            .operations(operations(operation(10_000, 9_000, Map.of(), 60_000)))
            .servers(Runs.servers(60))
            .build();

    assertThat(Judge.standard().judge(busy, BOUNDS).status()).isEqualTo(Status.FAIL);
  }

  private static Verdict judge(Consumer<RunRecordBuilder> change) {
    return judge(BOUNDS, change);
  }

  private static Verdict judge(Criteria criteria, Consumer<RunRecordBuilder> change) {
    RunRecordBuilder run = Runs.good().with();
    change.accept(run);
    return Judge.standard().judge(run.build(), criteria);
  }

  private static Arguments run(String what, Consumer<RunRecordBuilder> change) {
    return arguments(what, change);
  }

  private static Arguments fail(String code, Consumer<RunRecordBuilder> change) {
    return arguments(code, Status.FAIL, change);
  }

  private static Arguments unsure(String code, Consumer<RunRecordBuilder> change) {
    return arguments(code, Status.INCONCLUSIVE, change);
  }
}
