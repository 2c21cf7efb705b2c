package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.Experiments;
import dev.nacoscapacity.reports.Runs;
import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.experiment.Experiment.Loss;
import dev.nacoscapacity.reports.experiment.Experiment.Recovery;
import dev.nacoscapacity.reports.experiment.Experiment.Rejoin;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.KnownBehaviour;
import dev.nacoscapacity.reports.verdict.Reason;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChineseReasonsTest {

  private final ChineseReasons chinese = ChineseReasons.load();

  @Test
  void shouldKnowEveryReasonThatAJudgeGives() {
    List<Reason> reasons =
        runs()
            .flatMap(
                run ->
                    Stream.of(Judge.standard(), Judge.experiment())
                        .flatMap(judge -> judge.judge(run, Criteria.defaults()).reasons().stream()))
            .toList();

    assertThat(reasons).extracting(Reason::code).hasSizeGreaterThan(25);
    assertThat(reasons)
        .allSatisfy(reason -> assertThat(chinese.of(reason.text())).as(reason.text()).isNotNull());
  }

  @Test
  void shouldKeepTheFiguresAndNameTheNodes() {
    assertThat(
            chinese.of(
                "Up to 18 of 6,257 instances were unhealthy at once on node3 and node4 (at most 8 on"
                    + " the other nodes)."))
        .isEqualTo("6,257 个实例中，同时不健康的多达 18 个（node3、node4；其他节点至多 8）。");
    assertThat(chinese.of("Up to 18 deregistered instances were still listed (bound 3)."))
        .isEqualTo("已注销的实例仍有多达 18 个在列表中（界限 3）。");
  }

  @Test
  void shouldTellWhatIsKnownOfAVersion() {
    KnownBehaviour known = KnownBehaviour.all().get(0);

    assertThat(
            chinese.of(
                "2 instances never appeared on a node although their registration was acknowledged"
                    + " and they kept beating (bound 1). "
                    + known.english()))
        .isEqualTo("2 个实例的注册已被确认，也一直有心跳，却始终没有出现在某个节点上（界限 1）。" + known.chinese());
  }

  @Test
  void shouldNameInChineseWhatTheGeneratorLacked() {
    List<Reason> reasons =
        Judge.standard()
            .judge(
                Runs.good().toBuilder()
                    .generator(Runs.generator(1, 1, "descriptors", "ports", "processor time"))
                    .build(),
                Criteria.defaults())
            .reasons();

    assertThat(reasons)
        .extracting(reason -> chinese.of(reason.text()))
        .containsExactly(
            "放弃注册时发压端自身也在延误；请增加处理器，或用 --shard 分摊机群。",
            "发压端的文件描述符和本地端口用尽；bin/simulator doctor 会指出该改什么。");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Only 600 of the 1,000 instances were registered; no node could ever be read in full.",
        "The registry was not complete when the window should have begun; the worst node showed 9,"
            + " and 8 of them healthy; node3 could never be read in full.",
        "beat: latency p99 was 50,010 ms (bound 1,000 ms); attempts that failed before took 50,001"
            + " ms, the wait for a connection took 2 ms, the answer 2 ms (p99 each).",
        "The machine was saturated: of its 2 cores the nodes used 2.00 in one process and the"
            + " generator 0.08.",
        "No processor or heap was used up: the nodes used 0.80 cores (node1 the most, 0.20) and"
            + " collected garbage for at most 1.2 % of the time.",
        "A node had at most 337 threads and 182 connections.",
        "A node had at most 337 threads.",
        "Of the beats about 80 % reached a node that does not own the service, which forwarded them"
            + " to the one that does.",
        "The generator was not the limit: it was late by 35.0 ms (p99) and used 0.10 cores."
      })
  void shouldKnowOtherSentences(String sentence) {
    assertThat(chinese.of(sentence)).isNotNull();
  }

  @Test
  void shouldLeaveAnUnknownReasonAlone() {
    assertThat(chinese.of("The moon was full.")).isNull();
  }

  private static Stream<RunRecord> runs() {
    RunRecord good = Runs.good();
    RunRecord bad =
        good.toBuilder()
            .operations(
                Runs.operations(Runs.operation(12_000, 9_000, Map.of("timed out", 700L), 2_400)))
            .registry(Runs.registry(Runs.counts(20, 20, 3, 7, 2, 5), 1, false))
            .generator(Runs.generator(900, 900, "descriptors"))
            .servers(Runs.servers(90))
            .windowSeconds(30)
            .build();
    Registry late = Runs.registry(Runs.counts(0, 1, 0, 0, 0, 0), 0, true);
    RunRecord lost =
        RunRecord.builder(
                good.tool(),
                good.startedAt(),
                Runs.version("2.2.4"),
                Runs.grpc(good.workload()),
                good.machine())
            .registry(Runs.registry(Runs.counts(2, 0, 0, 0, 0, 0), 0, 2, false))
            .build();
    Registry gaps =
        new Registry(
            late.byNode(), new Registry.BeatGap(12_000, 21_475), true, 7, 0, 0);
    Experiment broken =
        Experiments.of(
            0L,
            new Loss(7, 7, 9),
            new Recovery(false, null, null, "3 instances were missing"),
            new Rejoin("node2", null, null, null, null),
            "it was interrupted");
    return Stream.of(
        bad,
        lost,
        Runs.begun().build(),
        good.toBuilder().interrupted(true).build(),
        good.toBuilder().guardStop("a service lost an instance").build(),
        good.toBuilder().generatorStop("a node stopped answering").build(),
        good.toBuilder().registry(gaps).build(),
        good.toBuilder().generator(Runs.generator(true, 3_000)).build(),
        good.toBuilder().generator(Runs.generator(false, 3_000)).build(),
        good.toBuilder().experiment(broken).build());
  }
}
