package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.Runs.counts;
import static dev.nacoscapacity.core.Runs.generator;
import static dev.nacoscapacity.core.Runs.operation;
import static dev.nacoscapacity.core.Runs.operations;
import static dev.nacoscapacity.core.Runs.registry;
import static dev.nacoscapacity.core.checker.Verdicts.arguments;
import static dev.nacoscapacity.core.checker.Verdicts.assertVerdict;
import static dev.nacoscapacity.core.checker.Verdicts.codes;
import static dev.nacoscapacity.core.stats.RegistryCount.DIVERGENT;
import static dev.nacoscapacity.core.stats.RegistryCount.MISSING;
import static dev.nacoscapacity.core.stats.RegistryCount.STALE;
import static dev.nacoscapacity.core.stats.RegistryCount.UNHEALTHY;
import static dev.nacoscapacity.core.stats.RegistryCount.UNKNOWN;
import static dev.nacoscapacity.core.stats.RegistryCount.UNKNOWN_INSTANCE_BEATS;
import static dev.nacoscapacity.core.verdict.Status.FAIL;
import static dev.nacoscapacity.core.verdict.Status.INCONCLUSIVE;
import static dev.nacoscapacity.core.verdict.Status.PASS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Abort;
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
import dev.nacoscapacity.core.record.StageResult;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  private static final RegistryResult DROPPED_4 =
      registry(counts(MISSING, 9)).withKeptBeatingYetDropped(4);

  private static Verdict judge(Criteria criteria, Consumer<RunRecordBuilder> change) {
    RunRecordBuilder run = Runs.good().with();
    change.accept(run);
    return Judge.standard().judge(run.build(), criteria);
  }

  /** A good run that was changed comes to this. */
  private static void assertJudged(
      Criteria criteria, Status status, String codes, Consumer<RunRecordBuilder> change) {
    assertVerdict(judge(criteria, change), status, codes);
  }

  private static void assertJudged(Status status, String codes, Consumer<RunRecordBuilder> change) {
    assertJudged(BOUNDS, status, codes, change);
  }

  private static void assertStatus(Status status, Consumer<RunRecordBuilder> change) {
    Verdict verdict = judge(BOUNDS, change);
    assertThat(verdict.status()).as(verdict.toString()).isEqualTo(status);
  }

  /** A good run that was changed comes to this for this reason in the first place. */
  private static void assertFirst(Status status, String code, Consumer<RunRecordBuilder> change) {
    assertStatus(status, change);
    assertThat(judge(BOUNDS, change).reasons().get(0).code()).isEqualTo(code);
  }

  private static Map<String, OperationResult> beats(
      long required, double achieved, double timeouts, double p99) {
    Map<String, Long> failed = timeouts > 0 ? Map.of("timeout", (long) timeouts) : Map.of();
    return operations(operation(required, (long) achieved, failed, p99));
  }

  @Test
  void shouldPassAGoodRun() {
    assertJudged(PASS, "", run -> {});
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
  void shouldJudgeTheRegistryByTheCallsThatAGatewayLetThrough(
      long refused, long failed, String codes, Status status) {
    Map<String, Long> failures =
        Map.of(
            "http 503 by gateway nginx", refused, "http 504 by gateway nginx, node silent", failed);

    Verdict verdict =
        judge(
            BOUNDS,
            run ->
                run.operations(operations(operation(10_000, 10_000, failures, 40)))
                    .registry(registry(counts(Map.of(UNHEALTHY, 3, UNKNOWN_INSTANCE_BEATS, 3)))));

    assertThat(codes(verdict.reasons()).split(" "))
        .containsExactlyInAnyOrder(("unknownInstanceBeats unhealthy " + codes).split(" "));
    assertThat(verdict.status()).isEqualTo(status);
    if (codes.contains("gatewayRefused")) {
      assertThat(arguments(verdict, "gatewayRefused"))
          .containsEntry("refused", refused)
          .containsEntry("share", (refused + failed) / 10_000.0)
          .containsEntry("reason", "http 503 by gateway nginx");
    }
    if (codes.contains("failures")) {
      assertThat(arguments(verdict, "failures"))
          .containsEntry("failed", failed)
          .containsEntry("share", (double) failed / (10_000 - refused));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "beat, INCONCLUSIVE, gatewayRefused",
    "beat.grpc, INCONCLUSIVE, gatewayRefused",
    "connect, INCONCLUSIVE, gatewayRefused",
    "list, FAIL, stale",
    "publish, FAIL, stale",
  })
  void shouldExcuseTheRegistryOnlyWhenAGatewayRefusesVitalCalls(
      String operation, Status status, String first) {
    Verdict verdict =
        judge(
            BOUNDS,
            run ->
                run.operations(Map.of(operation, refused()))
                    .registry(registry(counts(STALE, 1_000))));

    assertThat(verdict.status()).isEqualTo(status);
    assertThat(codes(verdict.reasons())).startsWith(first).contains("gatewayRefused", "stale");
  }

  private static OperationResult refused() {
    return operation(10_000, 10_000, Map.of("http 429 by gateway nginx", 20L), 40);
  }

  @Test
  void shouldNotPassWhenAGatewayRefusesLists() {
    assertJudged(INCONCLUSIVE, "gatewayRefused", run -> run.operations(Map.of("list", refused())));
  }

  @Test
  void shouldBeInconclusiveWhenAGatewayStoppedTheLoad() {
    assertJudged(
        INCONCLUSIVE,
        "gatewayStop",
        run -> run.gatewayStop(Message.asIs("it refuses")).registry(null));
  }

  @ParameterizedTest
  @CsvSource({
    "beat.p99<=500ms abort after 30s, 812.4, aborted",
    "failed<=0.1% abort, 0.02, aborted",
    "achieved>=99% abort, 0.5, aborted",
    "missing==0 abort, 3, aborted",
  })
  void shouldFailByTheBoundThatEndedARunHoweverShortItsWindow(
      String threshold, double measured, String codes) {
    assertJudged(
        FAIL,
        codes,
        run -> run.abort(new Abort(Threshold.parse(threshold), measured, 31)).windowSeconds(31));
  }

  @Test
  void shouldNotFailByABoundThatEndedARunWhileTheGeneratorWasLate() {
    Abort abort = new Abort(Threshold.parse("beat.p99<=500ms abort"), 812.4, 10);

    assertFirst(INCONCLUSIVE, "generatorLag", run -> run.abort(abort).generator(generator(900, 1)));
  }

  @Test
  void shouldNotPassWhatAnEarlierStageLeftOpen() {
    RunRecord open = Runs.judged(Runs.good().withWindowSeconds(30));

    assertJudged(
        INCONCLUSIVE, "stageInconclusive", run -> run.stages(List.of(Runs.stage(500, open))));
    assertJudged(PASS, "", run -> run.stages(List.of(Runs.stage(500, Runs.judged(Runs.good())))));
  }

  @Test
  void shouldGiveTheLastStageTheVerdictOfItsRun() {
    RunRecord passed = Runs.judged(Runs.good());
    StageResult last = StageResult.of(Runs.good(), 1_000, 200);

    RunRecord failed =
        Judge.standard()
            .judged(
                Runs.good()
                    .with()
                    .operations(beats(10_000, 9_000, 0, 40))
                    .stages(List.of(Runs.stage(500, passed), last))
                    .build(),
                BOUNDS);

    assertThat(failed.stages()).extracting(StageResult::status).containsExactly(PASS, FAIL);
    assertThat(failed.stages().get(1).reasons()).isEqualTo(failed.verdict().reasons());
  }

  @Test
  void shouldPassWhenOnlyTheToolsOwnReadsFailed() {
    OperationResult scrapes = operation(20, 19, Map.of("http 500", 10L), 9);
    OperationResult sweeps = operation(1_000, 900, Map.of("timed out", 450L), 9);
    OperationResult beats = operation(12_000, 12_000, Map.of(), 40);

    assertJudged(
        PASS,
        "",
        run ->
            run.operations(
                Map.of("beat", beats, "scrape", scrapes, "sweep", sweeps, "sweep.http", sweeps)));
  }

  @ParameterizedTest
  @MethodSource
  void shouldHoldEachFigureToItsBound(
      String code,
      Status beyond,
      double bound,
      double more,
      ObjDoubleConsumer<RunRecordBuilder> set) {
    assertJudged(LENIENT, PASS, "", run -> set.accept(run, bound));
    assertJudged(LENIENT, beyond, code, run -> set.accept(run, more));
  }

  static Stream<Arguments> shouldHoldEachFigureToItsBound() {
    return Stream.of(
        bound("rate", FAIL, 9_900, 9_899, (r, n) -> r.operations(beats(10_000, n, 0, 40))),
        bound("failures", FAIL, 10, 11, (r, n) -> r.operations(beats(10_000, 10_000, n, 40))),
        bound("latency", FAIL, 1_000, 1_000.1, (r, n) -> r.operations(beats(9, 9, 0, n))),
        bound(
            "keptBeatingYetDropped",
            FAIL,
            4,
            5,
            (r, n) -> r.registry(registry(counts()).withKeptBeatingYetDropped((long) n))),
        bound(
            "neverAppeared",
            FAIL,
            3,
            4,
            (r, n) -> r.registry(registry(counts()).withNeverAppeared((long) n))),
        bound("shortWindow", INCONCLUSIVE, 59.7, 59.4, RunRecordBuilder::windowSeconds),
        bound("generatorLag", INCONCLUSIVE, 100, 100.1, (r, n) -> r.generator(generator(n, 0))),
        bound(
            "connectionsOption",
            INCONCLUSIVE,
            100,
            100.1,
            (r, n) -> r.generator(generator(true, n))),
        bound(
            "connectionsFiles",
            INCONCLUSIVE,
            100,
            100.1,
            (r, n) -> r.generator(generator(false, n))),
        bound("generatorPause", INCONCLUSIVE, 500, 500.1, (r, n) -> r.generator(generator(1, n))));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"MISSING", "UNHEALTHY", "UNKNOWN_INSTANCE_BEATS", "STALE", "DIVERGENT", "UNKNOWN"})
  void shouldHoldWhatNodesListToItsBound(RegistryCount figure) {
    int bound = LENIENT.bounds().get(figure.column()).intValue();

    assertJudged(LENIENT, PASS, "", run -> run.registry(registry(counts(figure, bound))));
    assertJudged(
        LENIENT,
        figure == UNKNOWN ? INCONCLUSIVE : FAIL,
        figure.column(),
        run -> run.registry(registry(counts(figure, bound + 1))));
  }

  @ParameterizedTest
  @MethodSource
  void shouldNotPassWhatProvesNothingOrEndedBadly(
      Status status, String code, Consumer<RunRecordBuilder> change) {
    assertJudged(LENIENT, status, code, change);
  }

  static Stream<Arguments> shouldNotPassWhatProvesNothingOrEndedBadly() {
    return Stream.of(
        changed(FAIL, "neverComplete", r -> r.registry(registry(counts()).withComplete(false))),
        changed(FAIL, "waveUnfinished", r -> r.waves(List.of(Runs.deploy(0), Runs.deploy(1)))),
        changed(
            FAIL,
            "guardStop",
            r -> r.guardStop(Message.asIs("orders lost 3 of 8 healthy instances"))),
        changed(
            FAIL,
            "guardStop",
            r -> r.guardStop(Message.asIs("a node is silent")).interrupted(true)),
        changed(
            INCONCLUSIVE,
            "windowsApart",
            r -> r.notes(List.of(Message.of("note.windowsApart", Map.of("common", 20.0))))),
        changed(INCONCLUSIVE, "unswept", r -> r.registry(registry(counts()).withUnswept(1))),
        changed(INCONCLUSIVE, "generatorLimited", r -> r.generator(generator(1, 1, "descriptors"))),
        changed(
            INCONCLUSIVE,
            "generatorProcessor",
            r -> r.generator(generator(1, 1, Generator.PROCESSOR_TIME))),
        changed(
            INCONCLUSIVE,
            "generatorStop",
            r -> r.generatorStop(Message.asIs("a node stopped answering"))),
        changed(INCONCLUSIVE, "interrupted", r -> r.interrupted(true)),
        changed(INCONCLUSIVE, "noCalls", r -> r.operations(Map.of())),
        changed(INCONCLUSIVE, "noCalls", r -> r.operations(only("push"))),
        changed(INCONCLUSIVE, "noCalls", r -> r.operations(only("scrape"))),
        changed(INCONCLUSIVE, "registryUnread", r -> r.registry(null)),
        changed(INCONCLUSIVE, "generatorUnread", r -> r.generator(null)));
  }

  private static Map<String, OperationResult> only(String name) {
    return Map.of(name, operation(100, 100, Map.of(), 40));
  }

  private static Arguments bound(
      String code,
      Status beyond,
      double bound,
      double more,
      ObjDoubleConsumer<RunRecordBuilder> set) {
    return Arguments.of(code, beyond, bound, more, set);
  }

  private static Arguments changed(Status status, String code, Consumer<RunRecordBuilder> change) {
    return Arguments.of(status, code, change);
  }

  @Test
  void shouldBlameOthersOnlyWhenSomethingFailedWhileTheyTookMoreThanTheirShare() {
    Consumer<RunRecordBuilder> missing = run -> run.registry(registry(counts(MISSING, 6)));

    assertJudged(LENIENT, FAIL, "missing", missing.andThen(contention(0.1)));
    assertJudged(LENIENT, PASS, "", contention(0.4));
    assertJudged(
        LENIENT,
        INCONCLUSIVE,
        "shortWindow",
        contention(0.4).andThen(run -> run.windowSeconds(59.4)));
    assertJudged(LENIENT, INCONCLUSIVE, "contention missing", missing.andThen(contention(0.4)));
    assertThat(arguments(judge(LENIENT, missing.andThen(contention(0.4))), "contention"))
        .containsAllEntriesOf(Map.of("share", 0.4, "bound", 0.1, "others", 0.2))
        .doesNotContainKey("stolen");
  }

  private static Consumer<RunRecordBuilder> contention(double worstShare) {
    return run -> run.contention(new Contention(60, 12, 0, worstShare));
  }

  /** Few over one protocol must not hide among many over the other. */
  @Test
  void shouldJudgeEachProtocolByItself() {
    OperationResult good = operation(12_000, 12_000, Map.of(), 40);
    OperationResult late = operation(100, 100, Map.of(), 1_000.1);

    Verdict verdict =
        judge(BOUNDS, run -> run.operations(Map.of("beat.http", good, "beat.grpc", late)));

    assertVerdict(verdict, FAIL, "latency");
    assertThat(arguments(verdict, "latency"))
        .containsAllEntriesOf(Map.of("operation", "beat.grpc", "latency", 1_000.1));
  }

  /** Those over HTTP are the ones that wait for connections. */
  @Test
  void shouldExcuseFaultsOfBothWhenCallsOverHttpWaitedForABoundOfOurOwn() {
    OperationResult good = operation(12_000, 12_000, Map.of(), 40);

    assertJudged(
        INCONCLUSIVE,
        "connectionsOption",
        run ->
            run.generator(generator(true, 100.1))
                .operations(Map.of("beat.http", good, "beat.grpc", good)));
  }

  /** In a fleet of both, a gap is late beyond the bound of gRPC, and most likely one over HTTP. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http              |  5 | 12000 | latency lateBeats
          http              |  6 | 12000 | latency
          http              |  6 | 13000 | latency lateBeats
          http              | 20 | 40000 | latency
          http              | 20 | 41000 | latency lateBeats
          grpc              |  5 | 12000 | latency
          grpc              |  5 | 16000 | latency idleConnections
          http=0.7,grpc=0.3 |  5 | 12000 | latency
          http=0.7,grpc=0.3 |  5 | 16000 | latency lateBeats
          """)
  void shouldNameABeatGapByTheProtocol(
      String protocol, double beatSeconds, double maxMs, String codes) {
    assertJudged(
        FAIL,
        codes,
        run ->
            run.workload(Runs.over(protocol, beatSeconds, Runs.good().workload()))
                .operations(beats(12_000, 12_000, 0, 1_500))
                .registry(
                    registry(counts()).withBeatGapMs(new RegistryResult.BeatGap(5_000, maxMs))));
  }

  @Test
  void shouldFailOnAnyInstanceByDefault() {
    assertJudged(
        FAIL,
        "unknownInstanceBeats missing unhealthy stale divergent unknown",
        run ->
            run.registry(
                registry(
                    counts(
                        Map.of(
                            MISSING, 1,
                            UNHEALTHY, 1,
                            UNKNOWN_INSTANCE_BEATS, 1,
                            STALE, 1,
                            DIVERGENT, 1,
                            UNKNOWN, 1)))));
  }

  @Test
  void shouldNameTheWorstFirst() {
    assertJudged(
        FAIL,
        "unknownInstanceBeats missing failures latency rate",
        run ->
            run.operations(beats(10_000, 5_000, 900, 4_000))
                .registry(registry(counts(Map.of(MISSING, 3, UNKNOWN_INSTANCE_BEATS, 2)))));
  }

  @Test
  void shouldExcuseFaultsWhenTheGeneratorWasTheLimit() {
    assertJudged(
        INCONCLUSIVE,
        "generatorLag missing latency rate",
        run ->
            run.generator(generator(250, 0))
                .operations(beats(10_000, 5_000, 0, 4_000))
                .registry(registry(counts(MISSING, 9))));
  }

  @Test
  void shouldExcuseWhatAStallExplains() {
    Verdict verdict =
        judge(
            BOUNDS,
            run ->
                run.generator(stalled(1, 48))
                    .registry(lost(counts(Map.of(MISSING, 9, UNHEALTHY, 9)), counts())));

    assertVerdict(verdict, INCONCLUSIVE, "generatorStall missing unhealthy");
    assertThat(arguments(verdict, "generatorStall")).containsEntry("seconds", 18.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 250})
  void shouldFailWhatWasLostWhileTheGeneratorKeptItsSchedule(double lagP99) {
    RegistryResult before =
        lost(
            counts(Map.of(MISSING, 9, UNKNOWN_INSTANCE_BEATS, 2)),
            counts(UNKNOWN_INSTANCE_BEATS, 2));

    Verdict verdict = judge(BOUNDS, run -> run.generator(stalled(lagP99, 48)).registry(before));

    assertThat(verdict.status()).isEqualTo(FAIL);
    assertThat(verdict.reasons().get(0).code()).isEqualTo("unknownInstanceBeats");
    assertThat(verdict.reasons().get(0).severity()).isEqualTo(Severity.UNEXCUSED);
  }

  @ParameterizedTest
  @CsvSource({"5000, 30, INCONCLUSIVE", "5000, 29, FAIL", "0, 48, PASS"})
  void shouldExcuseAsManyCallsAsAStallSpoils(long timeouts, double seconds, Status status) {
    assertStatus(
        status,
        run -> run.generator(stalled(1, seconds)).operations(beats(10_000, 10_000, timeouts, 40)));
  }

  /**
   * A stall in the ramp takes nothing away from the excuse of calls that were late in the window.
   */
  @ParameterizedTest
  @CsvSource({"250, INCONCLUSIVE", "1, FAIL"})
  void shouldExcuseTheLatestCallsWhenTheLagWasOverItsBound(double lagP99, Status status) {
    assertStatus(
        status,
        run -> run.operations(beats(10_000, 10_000, 0, 1_500)).generator(stalled(lagP99, 0)));
  }

  /** In both cases the 99th percentile is late; in the second the 90th, too. */
  @ParameterizedTest
  @CsvSource({"1500, INCONCLUSIVE", "4000, FAIL"})
  void shouldExcuseNoMoreCallsThanAStallSpoils(double p99, Status status) {
    assertStatus(
        status, run -> run.operations(beats(10_000, 10_000, 0, p99)).generator(stalled(1, 3)));
  }

  @ParameterizedTest
  @CsvSource({"0.09, INCONCLUSIVE", "0.04, FAIL"})
  void shouldExcuseAsManyCallsAsSecondsWereLate(double lateShare, Status status) {
    Generator late = generator(900, 0);
    late =
        late.withDelays(new Generator.Delays(late.delays().lagMs(), lateShare, List.of()))
            .withGcPauseMs(null);
    OperationResult slow = beats(new Percentiles(90, 5, 9, 900, 990, 995, 999));

    assertThat(judge(late, slow, "beat.p95<500ms").status()).isEqualTo(status);
  }

  /** Without the lag the slowest calls took 420 and 520 ms. */
  @ParameterizedTest
  @CsvSource({"400, INCONCLUSIVE, generatorTail latency", "300, FAIL, latency"})
  void shouldExcuseTheSlowestCallsOfALagThatFewHad(double lagP999, Status status, String codes) {
    Generator good = generator(50, 0);
    Generator.Lag lag = new Generator.Lag(0.1, 50, lagP999, 450);
    OperationResult slow = beats(new Percentiles(90, 5, 9, 10, 100, 820, 860));

    assertVerdict(
        judge(good.withDelays(new Generator.Delays(lag, 0.0, List.of())), slow, "beat.p99.9<500ms"),
        status,
        codes);
  }

  /** The nodes took as long themselves, or calls waited for a connection. */
  @ParameterizedTest
  @CsvSource({"600, 10", "10, 600"})
  void shouldExcuseNoSlowestCallThatOthersMadeSlow(double service, double poolWait) {
    Generator good = generator(50, 0);
    Generator.Lag lag = new Generator.Lag(0.1, 50, 400, 450);
    OperationResult slow =
        beats(new Percentiles(90, 5, 9, 10, 100, 820, 860))
            .withServiceMs(new Percentiles(9, 5, 9, 10, 100, service, service))
            .withPoolWaitMs(new Percentiles(9, 0, 0, 0, 10, poolWait, poolWait));

    assertVerdict(
        judge(good.withDelays(new Generator.Delays(lag, 0.0, List.of())), slow, "beat.p99.9<500ms"),
        FAIL,
        "latency");
  }

  private static OperationResult beats(Percentiles latency) {
    return operation(10_000, 10_000, Map.of(), 40).withLatencyMs(latency);
  }

  private static Verdict judge(Generator generator, OperationResult beats, String threshold) {
    return judge(
        BOUNDS.with(Threshold.parse(threshold)),
        run -> run.generator(generator).operations(operations(beats)));
  }

  @Test
  void shouldJudgeNothingOfAGeneratorThatWasLateThroughout() {
    Generator good = generator(250, 0);
    for (Double lateShare : Arrays.asList(0.1, null)) {
      Generator late =
          good.withConnections(null)
              .withDelays(new Generator.Delays(good.delays().lagMs(), lateShare, List.of()));
      assertStatus(
          INCONCLUSIVE,
          run ->
              run.generator(late)
                  .operations(beats(10_000, 5_000, 0, 4_000))
                  .registry(lost(counts(MISSING, 9), counts(MISSING, 9))));
    }
  }

  @Test
  void shouldExcuseNothingOfATrialForAStallBeforeIt() {
    RunRecord trial = Runs.good().withExperiment(Experiments.good());

    assertThat(Judge.experiment().judge(trial.withGenerator(stalled(1, 0)), BOUNDS))
        .isEqualTo(Judge.experiment().judge(trial, BOUNDS));
    assertThat(
            codes(Judge.experiment().judge(trial.withGenerator(stalled(1, 48)), BOUNDS).reasons()))
        .contains("generatorStall");
  }

  /** A pause of half a second explains none of these. */
  @Test
  void shouldFailWhatOnlyAStallThatLetsInstancesExpireMayCause() {
    List<Consumer<RunRecordBuilder>> faults =
        List.of(
            run -> run.changes(new Changes(500, 9, 0, null)),
            run -> run.registry(registry(counts()).withComplete(false)),
            run -> run.registry(registry(counts(STALE, 9))),
            run -> run.waves(List.of(Runs.deploy(1))));

    for (Consumer<RunRecordBuilder> fault : faults) {
      assertStatus(FAIL, fault.andThen(run -> run.generator(generator(1, 501))));
    }
    assertThat(judge(BOUNDS, faults.get(0).andThen(run -> run.generator(stalled(1, 0)))).status())
        .as("a stall before the window, after which clients are taken for dead")
        .isEqualTo(INCONCLUSIVE);
  }

  /** Of a run of 100 s a stall of 18 s spoils 78 s, and one of a second 6 s. */
  @ParameterizedTest
  @ValueSource(longs = {70, 700})
  void shouldWeighAStallAgainstTheWholeRunForWhatAWholeRunCounts(long failed) {
    Criteria strict = BOUNDS.with("register.failed", 0.01);
    Consumer<RunRecordBuilder> ramp =
        run ->
            run.durationSeconds(100)
                .lifecycle(Map.of("register", operation(900, 900, Map.of("503", failed), 40)));
    Generator shortly = stalled(1, new Generator.Stall(9, 1, 0, false));

    assertThat(judge(strict, ramp.andThen(run -> run.generator(stalled(1, 0)))).status())
        .isEqualTo(INCONCLUSIVE);
    assertThat(judge(strict, ramp.andThen(run -> run.generator(shortly))).status()).isEqualTo(FAIL);
  }

  /** A stall of 18 s that spoiled so much of the window. */
  private static Generator stalled(double lagP99, double windowSeconds) {
    return stalled(lagP99, new Generator.Stall(40, 18, windowSeconds, true));
  }

  private static Generator stalled(double lagP99, Generator.Stall stall) {
    Generator good = generator(lagP99, 0);
    return good.with()
        .gcPauseMs(null)
        .delays(new Generator.Delays(good.delays().lagMs(), 0.03, List.of(stall)))
        .build();
  }

  private static RegistryResult lost(RegistryStats worst, RegistryStats beyondStalls) {
    return Runs.good().registry().withWorst(worst).withBeyondStalls(beyondStalls);
  }

  @Test
  void shouldFailDroppedInstancesThoughTheGeneratorLagged() {
    assertFirst(
        FAIL,
        "keptBeatingYetDropped",
        run -> run.generator(generator(250, 900, "ports")).registry(DROPPED_4));
  }

  @ParameterizedTest
  @CsvSource({
    "2.2.4, grpc, true",
    "2.2.4, 'http=0.7,grpc=0.3', true",
    "2.5.0, grpc, false",
    ", grpc, false",
    "2.2.4, http, false"
  })
  void shouldAddWhatIsKnownOfTheVersionAndWhereToReadOn(
      String version, String protocol, boolean known) {
    Workload workload = Runs.good().workload();
    RunRecord run =
        Runs.begun()
            .target(Runs.version(version))
            .workload(protocol.equals("http") ? workload : Runs.over(protocol, workload))
            .registry(registry(counts(MISSING, 2)).withNeverAppeared(2).withComplete(false))
            .build();

    Verdict verdict = Judge.standard().judge(run, BOUNDS);

    assertThat(verdict.reasons().get(0).code()).isEqualTo("neverAppeared");
    assertThat(verdict.reasons().get(0).arguments()).containsEntry("count", 2L);
    assertThat(verdict.reasons().get(0).text().contains("docs/results.md")).isEqualTo(known);
  }

  @Test
  void shouldNotBlameTheRegistryForAGuardStopWhileTheGeneratorWasLate() {
    assertFirst(
        INCONCLUSIVE,
        "generatorStop",
        run -> run.generatorStop(Message.asIs("a node stopped answering")).registry(DROPPED_4));
  }

  @Test
  void shouldBeInconclusiveWhenInterruptedWhateverWasSeen() {
    Verdict verdict = judge(BOUNDS, run -> run.interrupted(true).registry(DROPPED_4));

    assertThat(verdict.status()).isEqualTo(INCONCLUSIVE);
    assertThat(verdict.reasons()).hasSize(3);
  }

  @Test
  void shouldBlameOnlyTheInterruptionWhenARunWasKilledBeforeItsWindow() {
    RunRecord killed = Runs.begun().interrupted(true).build();

    assertVerdict(Judge.standard().judge(killed, BOUNDS), INCONCLUSIVE, "interrupted");
  }

  @Test
  void shouldFailMissingInstancesThoughOthersAreUnknown() {
    assertJudged(
        FAIL,
        "missing unknown",
        run -> run.registry(registry(counts(Map.of(MISSING, 1, UNKNOWN, 88)))));
  }

  @Test
  void shouldJudgeLongPollsByRateAndFailuresAlone() {
    OperationResult slow = operation(1_000, 1_000, Map.of(), 29_500);
    OperationResult failing = operation(1_000, 900, Map.of("timeout", 50L), 29_500);

    assertJudged(PASS, "", run -> run.operations(Map.of("listen", slow)));
    Verdict verdict = judge(BOUNDS, run -> run.operations(Map.of("listen", failing)));
    assertVerdict(verdict, FAIL, "failures rate");
    assertThat(verdict.reasons())
        .allSatisfy(reason -> assertThat(reason.arguments()).containsEntry("operation", "listen"));
  }

  @Test
  void shouldHoldAnyOperationToTheBoundThatWasAskedFor() {
    Criteria lists = BOUNDS.with("list.p99", 54).with("list.failed", 0.5);
    Consumer<RunRecordBuilder> failing =
        run ->
            run.operations(
                Map.of(
                    "list", operation(1_000, 1_000, Map.of("timeout", 500L), 54),
                    "beat", operation(1_000, 1_000, Map.of(), 40)));

    assertJudged(lists, PASS, "", failing);
    Verdict failed = judge(BOUNDS.with("list.failed", 0.499), failing);
    assertVerdict(failed, FAIL, "failures");
    assertThat(arguments(failed, "failures"))
        .containsAllEntriesOf(Map.of("operation", "list", "share", 0.5, "bound", 0.499));
    assertJudged(lists, FAIL, "latency", run -> {});
    assertThat(arguments(judge(lists, run -> {}), "latency"))
        .containsAllEntriesOf(
            Map.of("operation", "list", "percentile", "p99", "latency", 55.0, "bound", 54.0));
  }

  @Test
  void shouldJudgeRegistrationsOfTheWholeRun() {
    Criteria strict = BOUNDS.with("register.failed", 0).with("register.max", 100);
    Consumer<RunRecordBuilder> ramp =
        run -> run.lifecycle(Map.of("register", operation(900, 900, Map.of("503", 9L), 40)));

    assertJudged(PASS, "", ramp);
    assertJudged(strict, FAIL, "failures latency", ramp);
    assertThat(arguments(judge(strict, ramp), "failures"))
        .containsAllEntriesOf(Map.of("operation", "register", "failed", 9L, "calls", 900L));
    assertThat(arguments(judge(strict, ramp), "latency"))
        .containsAllEntriesOf(
            Map.of("percentile", "max", "latency", 120.0, "wait", 30.0, "service", 60.0));
  }

  @ParameterizedTest
  @CsvSource({
    "pushDelay, p95, 20, 19, 20",
    "pushDelay, p99.9, 80, 79, 80",
    "changeDelay, p99, 40, 39, 40",
    "changeDelay, max, 60000, 59000, 60000",
    "configChangeDelay, p99, 40, 39, 40"
  })
  void shouldHoldWhatIsPushedToTheDelayThatWasAskedFor(
      String what, String figure, double bound, double less, double latency) {
    Percentiles delays = new Percentiles(9, 10, 20, 20, 40, 80, 60_000);
    Consumer<RunRecordBuilder> pushed =
        run ->
            run.pushes(new Pushes(500, delays))
                .changes(new Changes(500, 0, 3, delays))
                .configChanges(new ConfigChanges(500, delays, 0, null, 0));

    assertJudged(BOUNDS.with(what + "." + figure, bound), PASS, "", pushed);
    Verdict verdict = judge(BOUNDS.with(what + "." + figure, less), pushed);
    assertVerdict(verdict, FAIL, "delay");
    assertThat(arguments(verdict, "delay"))
        .containsEntry("operation", what)
        .containsEntry("percentile", figure)
        .containsEntry("latency", latency)
        .containsEntry("bound", less);
  }

  @Test
  void shouldFailWhenASubscriberWasNeverToldOfAChange() {
    Consumer<RunRecordBuilder> undelivered = run -> run.changes(new Changes(0, 2, 0, null));

    Verdict verdict = judge(BOUNDS, undelivered);

    assertVerdict(verdict, FAIL, "undeliveredChanges");
    assertThat(verdict.reasons().get(0).severity()).isEqualTo(Severity.UNDELIVERED);
    assertJudged(BOUNDS.with("undeliveredChanges", 2), PASS, "", undelivered);
    assertJudged(INCONCLUSIVE, "interrupted", undelivered.andThen(run -> run.interrupted(true)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pushDelay.p99",
        "changeDelay.p99",
        "configChangeDelay.p99",
        "login.failed",
        "listen.p99"
      })
  void shouldNotPassWhatWasAskedForAndNotMeasured(String name) {
    Criteria asked = BOUNDS.with(name, 1);

    assertJudged(asked, INCONCLUSIVE, "unmeasured", run -> {});
    assertJudged(asked, INCONCLUSIVE, "interrupted", run -> run.interrupted(true));
  }

  /** What clients call when they come or go, too. */
  @Test
  void shouldHoldEachProtocolToABoundThatWasAskedFor() {
    Map<String, OperationResult> came =
        Map.of(
            "register.http", operation(900, 900, Map.of(), 40),
            "register.grpc", operation(9, 9, Map.of(), 41));

    Verdict verdict = judge(BOUNDS.with("register.p99", 40), run -> run.lifecycle(came));

    assertVerdict(verdict, FAIL, "latency");
    assertThat(arguments(verdict, "latency"))
        .containsAllEntriesOf(Map.of("operation", "register.grpc", "latency", 41.0));
  }

  /** Those of the ramp are not at the rate. */
  @Test
  void shouldHoldRegistrationsAtAConstantRateToABoundByThoseOfTheWindow() {
    Workload fleet = Runs.good().workload();
    Traffic traffic = fleet.population().traffic();
    ApiRate rate = new ApiRate(ApiRate.Api.REGISTER, 15, false);
    Workload atRate = fleet.withPopulation(fleet.population().withTraffic(traffic.withRate(rate)));

    Verdict verdict =
        judge(
            BOUNDS.with("register.p99", 40),
            run ->
                run.workload(atRate)
                    .operations(Map.of("register", operation(900, 900, Map.of(), 41)))
                    .lifecycle(Map.of("register", operation(999, 999, Map.of(), 30))));

    assertVerdict(verdict, FAIL, "latency");
    assertThat(arguments(verdict, "latency")).containsEntry("latency", 41.0);
  }

  @Test
  void shouldExcuseFaultsWhenCallsWaitedForABoundOfOurOwn() {
    assertJudged(
        INCONCLUSIVE,
        "connectionsOption neverComplete latency rate",
        run ->
            run.generator(generator(true, 3_000))
                .operations(beats(10_000, 5_000, 0, 1_900))
                .registry(registry(counts()).withComplete(false)));
  }

  @Test
  void shouldExcuseNothingWhenTheAnswersWereLateAsWell() {
    assertJudged(
        FAIL,
        "latency",
        run -> run.generator(generator(true, 3_000)).operations(beats(10_000, 10_000, 0, 2_100)));
  }

  /** The answers' times are of the last attempts alone; those at a frozen node failed before. */
  @ParameterizedTest
  @CsvSource({"10, connectionsOption", "11, latency"})
  void shouldExcuseNothingWhenANodeHeldTheConnectionsThatCallsWaitedFor(
      int rerouted, String first) {
    OperationResult beat = operation(10_000, 10_000, Map.of(), 1_900).withFailoverRetries(rerouted);

    Verdict verdict =
        judge(BOUNDS, run -> run.generator(generator(true, 3_000)).operations(operations(beat)));

    assertThat(codes(verdict.reasons())).startsWith(first);
  }

  @Test
  void shouldNeverCallPoolWaitOrProcessorTimeTheGeneratorsLimit() {
    assertStatus(
        FAIL, run -> run.operations(beats(10_000, 9_000, 0, 60_000)).servers(Runs.servers(60)));
  }
}
