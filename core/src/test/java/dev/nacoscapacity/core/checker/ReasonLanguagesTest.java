package dev.nacoscapacity.core.checker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReasonLanguagesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldRenderEveryReasonFromCodeAndArgumentsAlone() {
    List<Reason> reasons =
        runs()
            .flatMap(
                run ->
                    Stream.of(Judge.standard(), Judge.experiment())
                        .flatMap(judge -> judge.judge(run, Criteria.defaults()).reasons().stream()))
            .toList();

    assertThat(reasons.stream().map(Reason::code).distinct()).hasSizeGreaterThan(25);
    assertThat(reasons)
        .allSatisfy(
            reason -> {
              Reason read = withoutText(reason);
              assertThat(read.in(Language.ENGLISH)).isEqualTo(reason.text()).endsWith(".");
              assertThat(read.in(Language.CHINESE)).as(reason.text()).contains("。");
            });
  }

  @Test
  void shouldAddInChineseWhatIsKnownOfAVersion() {
    RunRecord run = grpc(Runs.registry(Runs.counts(2, 0, 0, 0, 0, 0), 0, 2, false));

    Reason first = Judge.standard().judge(run, Criteria.defaults()).reasons().get(0);

    assertThat(first.in(Language.CHINESE))
        .startsWith("2 个实例的注册已被确认，也一直有心跳，却始终没有出现在某个节点上。曾在 2.2.4 上见到：");
  }

  @Test
  void shouldNameInChineseWhatTheGeneratorLacked() {
    RunRecord run =
        Runs.good().withGenerator(Runs.generator(1, 1, "descriptors", "ports", "processor time"));

    assertThat(Judge.standard().judge(run, Criteria.defaults()).reasons())
        .extracting(reason -> reason.in(Language.CHINESE))
        .containsExactly(
            "放弃注册时发压端自身也在延误；请增加处理器，或用 --shard 把负载分到多台机器。",
            "发压端的文件描述符、本地端口用尽；bin/simulator doctor 会指出该改什么。");
  }

  @Test
  void shouldSayInChineseWhyATrialFailed() {
    RunRecord run = Runs.good().withExperiment(broken());

    assertThat(Judge.experiment().judge(run, Criteria.defaults()).reasons())
        .extracting(reason -> reason.in(Language.CHINESE))
        .contains("没有恢复：最后一段时间里，没有一次调用得到应答。", "试验中途结束：node2 没有在 180 秒内恢复，此后没有再做任何操作。");
  }

  /** As a page has it that was given the record's code and arguments, and nothing else. */
  private static Reason withoutText(Reason reason) {
    try {
      Reason read = JSON.readValue(JSON.writeValueAsBytes(reason), Reason.class);
      assertThat(read).isEqualTo(reason);
      return new Reason(read.severity(), read.code(), read.arguments(), null);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Stream<RunRecord> runs() {
    RunRecord good = Runs.good();
    RunRecord bad =
        good.with()
            .operations(
                Runs.operations(Runs.operation(12_000, 9_000, Map.of("timed out", 700L), 2_400)))
            .registry(Runs.registry(Runs.counts(20, 20, 3, 7, 2, 5), 1, false))
            .generator(Runs.generator(900, 900, "descriptors"))
            .servers(Runs.servers(90))
            .windowSeconds(30)
            .build();
    RegistryResult late = Runs.registry(Runs.counts(0, 1, 0, 0, 0, 0), 0, true);
    RegistryResult gaps =
        new RegistryResult(
            late.byNode(), 0, new RegistryResult.BeatGap(12_000, 21_475), true, 7, 0, 0, null);
    return Stream.of(
        bad,
        grpc(Runs.registry(Runs.counts(2, 0, 0, 0, 0, 0), 0, 2, false)),
        grpc(gaps),
        Runs.begun().build(),
        good.withInterrupted(true),
        good.withWaves(List.of(Runs.deploy(12))),
        good.withGuardStop("a service lost an instance"),
        good.withGeneratorStop("a node stopped answering"),
        good.withRegistry(gaps),
        good.withGenerator(Runs.generator(true, 3_000)),
        good.withGenerator(Runs.generator(false, 3_000)),
        good.withExperiment(broken()));
  }

  private static Experiment broken() {
    return Experiments.of(
        0L,
        new Loss(7, 7, 9),
        new Recovery(false, null, null, Message.of("steady.noCall")),
        new Rejoin("node2", null, null, null, null),
        Message.of("trial.notBack", Map.of("nodes", List.of("node2"), "limit", 180)));
  }

  private static RunRecord grpc(RegistryResult registry) {
    RunRecord good = Runs.good();
    return RunRecord.builder(
            good.tool(),
            good.startedAt(),
            Runs.version("2.2.4"),
            Runs.grpc(good.workload()),
            good.machine())
        .registry(registry)
        .build();
  }
}
