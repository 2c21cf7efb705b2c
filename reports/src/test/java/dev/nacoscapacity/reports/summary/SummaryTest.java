package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.Runs.operation;
import static dev.nacoscapacity.core.Runs.operations;
import static dev.nacoscapacity.core.Runs.registry;
import static dev.nacoscapacity.core.Runs.server;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.ConfigChanges;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.WaveResult;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Wave;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SummaryTest {

  private static final Map<RegistryCount, Integer> NINE_EACH =
      RegistryCount.JUDGED.stream().collect(Collectors.toMap(figure -> figure, figure -> 9));
  private static final Path FOLDER = Path.of("runs", "20260102T030405Z-simulator");

  @Test
  void shouldFitAPassOnOneScreen() throws IOException {
    assertThat(print(judged(Runs.good().with()))).isEqualTo(golden("pass.txt"));
  }

  @Test
  void shouldShowEachStageOfAFleetThatGrew() {
    RunRecord judged = judged(Runs.good().with());

    assertThat(text(judged.withStages(List.of(Runs.stage(500, judged), Runs.stage(900, judged)))))
        .contains(
            "stage verdict missing unhealthy calls required achieved failed p50 p99 max",
            " 500 PASS 0 0 beat ",
            " 900 PASS 0 0 beat ");
  }

  @Test
  void shouldSayWhatCameOfEachWave() {
    RunRecord run =
        Runs.good()
            .withWaves(
                List.of(
                    Runs.deploy(12),
                    wave(Wave.Kind.LOGIN, 90, 500, new WaveResult.Times(90.0, 95.0, 2.0)),
                    wave(Wave.Kind.SCALE, 99, 0, new WaveResult.Times(null, null, null))));

    assertThat(text(run))
        .contains(
            "deploy at 20 s, 250 instances: 250 left, 238 came back, 12 unfinished; took 61.3 s",
            "the slowest return 0.5 s; 0 failed calls, 0 drops, at most 4 without service",
            "login at 90 s, 500 instances: 500 began to log in, 500 had a token; took 5.0 s",
            "scale at 99 s, 500 instances: 0 left, 0 came back; 0 failed calls");
  }

  @Test
  void shouldSpeakChineseWithinTheScreen() {
    RunRecord run =
        Runs.good()
            .with()
            .target(Runs.good().target().withKind(Target.EMBEDDED))
            .operations(
                operations(operation(12_000, 9_000, Map.of("timeout", 300L, "500", 30L), 4_000)))
            .pushes(new Pushes(1_234, new Percentiles(20, 12, 30, 40, 45, 60, 99.5)))
            .changes(new Changes(9, 2, 30, new Percentiles(20, 12, 30, 40, 45, 60, 99.5)))
            .lifecycle(Map.of("register", operation(900, 900, Map.of("503", 9L), 1)))
            .waves(List.of(Runs.deploy(12)))
            .servers(Runs.servers(30))
            .build();

    List<String> lines = Summary.lines(Runs.judged(run), FOLDER, Language.CHINESE);

    assertThat(lines).allSatisfy(line -> assertThat(LineWrap.width(line)).isLessThanOrEqualTo(100));
    assertThat(String.join("\n", lines))
        .contains("内置 Mock 集群：没有真实的 Nacos", "目标：      内置 Mock 集群 1.4.1，3 个节点", "发压端：    调度延迟")
        .contains(
            "计划发送时刻",
            "滚动发布",
            "未通过 FAIL（退出码 1）",
            "次失败，占",
            "如何处理：docs/zh-CN/troubleshooting.md#",
            "运行目录：  runs")
        .doesNotContainPattern("[a-z]+ [a-z]+ [a-z]+ ");
  }

  private static WaveResult wave(Wave.Kind kind, double at, long done, WaveResult.Times times) {
    return new WaveResult(kind, at, 500, done, done, 0, 0, times, 0, 0);
  }

  /** As in a merged run one of whose parts lost its distributions. */
  @Test
  void shouldShowWhatClientsCalledThoughItsTimesAreLost() throws IOException {
    OperationResult untimed = operation(900, 900, Map.of("503", 9L), 1).withLatencyMs(null);

    assertThat(print(judged(Runs.good().with().lifecycle(Map.of("register", untimed)))))
        .contains("register: 900 in the whole run, 9 failed; p50 -, p99 -, max - ms");
  }

  @Test
  void shouldShowEachNodeAndTheReasonsOfAFailure() throws IOException {
    RegistryStats most =
        Runs.counts(
            Map.of(
                RegistryCount.MISSING,
                34,
                RegistryCount.UNHEALTHY,
                210,
                RegistryCount.DIVERGENT,
                3));
    Map<String, RegistryStats> byNode = new LinkedHashMap<>(registry(most).byNode());
    byNode.put(
        "127.0.0.1:8868",
        Runs.counts(Map.of(RegistryCount.UNHEALTHY, 2, RegistryCount.DIVERGENT, 3)));
    RegistryResult listed =
        registry(byNode).withBeatGapMs(new RegistryResult.BeatGap(9_100, 17_250));
    listed.worst().set(RegistryCount.DIVERGENT, 3L);
    RunRecord run =
        judged(
            Runs.good()
                .with()
                .operations(
                    operations(
                        operation(12_000, 9_000, Map.of("timeout", 300L, "500", 30L), 4_000)))
                .registry(listed)
                .servers(Runs.servers(30)));

    assertThat(print(run)).isEqualTo(golden("fail.txt"));
  }

  @Test
  void shouldShowAttemptsThatFailedBeforeAsAPartOfTheirOwn() {
    Percentiles part = new Percentiles(1, 1, 1, 1, 2, 2, 2);
    Percentiles retries = new Percentiles(500, 0, 0, 0, 50_001, 50_001, 50_001);
    OperationResult beat =
        operation(600, 600, Map.of(), 1)
            .with()
            .failoverRetries(9)
            .latencyMs(retries)
            .retriesMs(retries)
            .poolWaitMs(part)
            .serviceMs(part)
            .build();

    assertThat(lines(Runs.good().with().operations(operations(beat))))
        .anyMatch(line -> line.matches("calls .* max +retry +wait +serve"))
        .anyMatch(line -> line.matches("beat .* 50,001 +50,001 +50,001 +2\\.0 +2\\.0"))
        .anyMatch(line -> line.contains("retry (attempts that failed before), wait"));
  }

  @Test
  void shouldShowHowChangesOfConfigurationsReachedTheirListeners() {
    Percentiles each = new Percentiles(20, 12, 30, 40, 45, 60, 99.5);
    Percentiles last = new Percentiles(20, 33, 60, 70, 78, 90, 99.5);

    assertThat(text(Runs.good().withConfigChanges(new ConfigChanges(1_200, each, 60, last, 0))))
        .contains("read 1,200 times", "of 60 changes", "p99 78.0");
  }

  @Test
  void shouldShowThePushesOfTheWholeRunApartFromTheWindow() {
    Pushes pushes = new Pushes(1_234, new Percentiles(20, 12, 30, 40, 45, 60, 99.5));

    assertThat(text(Runs.good().withPushes(pushes)))
        .contains("pushes: 1,234 in the whole run", "p50 12.0, p99 45.0, max 99.5 ms");
  }

  @Test
  void shouldShowHowLongChangesTookToTheirLastSubscriber() {
    Changes changes = new Changes(1_234, 2, 30, new Percentiles(20, 12, 30, 40, 45, 60, 99.5));

    assertThat(text(Runs.good().withChanges(changes)))
        .contains("changes: 1,234", "30 were superseded", "2 in the whole run never reached")
        .contains("p50 12.0, p99 45.0, max 99.5 ms");
    assertThat(text(Runs.good().withChanges(new Changes(0, 0, 30, null))))
        .contains("changes: 0")
        .doesNotContain("to its last subscriber");
  }

  @Test
  void shouldCountAProcessOnceThatNodesShare() {
    Map<String, Server> servers = new LinkedHashMap<>();
    servers.put("node1", server(2, 20.0, 10.0, 0.9, 40, 300_000_000L, 5L, 1L, 42));
    servers.put("node2", Server.within("node1", 2, 42));

    assertThat(lines(Runs.good().with().servers(servers)))
        .containsSequence(
            "node1         0.50     0.90       40      300      5           42",
            "node2     in node1        -        -        -      -           42")
        .anyMatch(line -> line.contains("share a process"));
  }

  /** Unknown is not 0. */
  @Test
  void shouldShowNoFigureOfANodeThatWasNeverReadInFull() {
    Map<String, RegistryStats> byNode = Map.of("node1", Runs.unread());

    assertThat(lines(Runs.good().with().registry(registry(byNode).withComplete(false))))
        .anyMatch(line -> line.matches("node1 +1,000 +- +- +0 .*"));
  }

  @Test
  void shouldSayFirstThatAStandInProvesNothingAboutNacos() {
    RunRecord run = Runs.begun(Target.EMBEDDED).interrupted(true).build();

    List<String> lines = Summary.lines(run, FOLDER, Language.ENGLISH);

    assertThat(lines.get(0)).startsWith("STAND-IN: no Nacos was there.").contains("nothing");
    assertThat(lines.get(2)).isEqualTo("Target:     embedded, 3 nodes, auth on, token cache off");
  }

  @Test
  void shouldSayThatCallsWentOverHttpV3() {
    RunRecord good = Runs.good();

    assertThat(lines(good.with().target(good.target().withHttpApi("v3"))))
        .anyMatch(line -> line.startsWith("Load: ") && line.contains("over http v3, "));
  }

  @Test
  void shouldSayHowManyProcessorsANodeMayUse() {
    Target target = Runs.good().target().withSetup(new Setup("768m", Map.of(), List.of(), 0.15));

    assertThat(lines(Runs.good().with().target(target)))
        .anyMatch(line -> line.startsWith("Target: ") && line.contains("3 nodes of 0.15 proc"));
  }

  @Test
  void shouldSummarizeARunThatNeverBegan() {
    assertThat(lines(Runs.begun().interrupted(true)))
        .hasSize(7)
        .startsWith("Target:     local 1.4.1, 3 nodes, auth on, token cache off")
        .contains("INCONCLUSIVE (exit code 2)")
        .contains("  What to do: docs/troubleshooting.md#interrupted")
        .endsWith("Run folder: " + FOLDER);
  }

  @Test
  void shouldStayWithinTheScreen() {
    String note = "word ".repeat(60).strip();
    RunRecord run =
        judged(
            Runs.good()
                .with()
                .notes(List.of(Message.asIs(note)))
                .operations(
                    operations(operation(1_020_000, 420_000, Map.of("timeout", 90_000L), 40_000)))
                .registry(
                    registry(Runs.counts(NINE_EACH))
                        .withKeptBeatingYetDropped(3)
                        .withComplete(false)));

    List<String> lines = Summary.lines(run, FOLDER, Language.ENGLISH);

    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    assertThat(lines).contains("  - and 1 more, in run.json");
  }

  private static RunRecord judged(RunRecordBuilder run) {
    return Runs.judged(run.build());
  }

  private static List<String> lines(RunRecordBuilder run) {
    return Summary.lines(judged(run), FOLDER, Language.ENGLISH);
  }

  /** All lines in one, as they were before they were wrapped. */
  private static String text(RunRecord run) {
    return String.join(" ", Summary.lines(run, FOLDER, Language.ENGLISH)).replaceAll(" +", " ");
  }

  private static String print(RunRecord run) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Summary.print(
        run, FOLDER, Language.ENGLISH, new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = SummaryTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
