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
import dev.nacoscapacity.core.stats.RegistryCount;
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
              assertThat(read.in(Language.ENGLISH))
                  .isEqualTo(reason.text())
                  .endsWith(".")
                  .doesNotContain("null");
              assertThat(read.in(Language.CHINESE)).as(reason.text()).contains("。");
            });
  }

  @Test
  void shouldAddInChineseWhatIsKnownOfAVersion() {
    RunRecord run = grpc(neverAppeared());

    Reason first = Judge.standard().judge(run, Criteria.defaults()).reasons().get(0);

    assertThat(first.in(Language.CHINESE)).startsWith("2 个实例").contains("2.2.4");
  }

  @Test
  void shouldNameInChineseWhatTheGeneratorLacked() {
    RunRecord run =
        Runs.good().withGenerator(Runs.generator(1, 1, "descriptors", "ports", "processor time"));

    assertThat(Judge.standard().judge(run, Criteria.defaults()).reasons())
        .last()
        .extracting(reason -> reason.in(Language.CHINESE))
        .asString()
        .contains("文件描述符、本地端口");
  }

  @Test
  void shouldSayInChineseWhyATrialFailed() {
    RunRecord run = Runs.good().withExperiment(broken());

    assertThat(Judge.experiment().judge(run, Criteria.defaults()).reasons())
        .extracting(reason -> reason.in(Language.CHINESE))
        .anyMatch(sentence -> sentence.contains("没有恢复"))
        .anyMatch(sentence -> sentence.contains("180 秒"));
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
    RegistryResult bad =
        Runs.registry(
            Runs.counts(
                Map.of(
                    RegistryCount.MISSING, 20,
                    RegistryCount.UNHEALTHY, 20,
                    RegistryCount.UNKNOWN_INSTANCE_BEATS, 3,
                    RegistryCount.STALE, 7,
                    RegistryCount.DIVERGENT, 2,
                    RegistryCount.UNKNOWN, 5)));
    RegistryResult gaps =
        Runs.registry(Runs.counts(RegistryCount.UNHEALTHY, 1))
            .withBeatGapMs(new RegistryResult.BeatGap(12_000, 21_475))
            .withUnswept(7);
    return Stream.of(
        good.with()
            .operations(
                Runs.operations(Runs.operation(12_000, 9_000, Map.of("timed out", 700L), 2_400)))
            .registry(bad.withKeptBeatingYetDropped(1).withComplete(false))
            .generator(Runs.generator(900, 900, "descriptors"))
            .servers(Runs.servers(90))
            .windowSeconds(30)
            .build(),
        grpc(neverAppeared()),
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

  private static RegistryResult neverAppeared() {
    return Runs.registry(Runs.counts(RegistryCount.MISSING, 2))
        .withNeverAppeared(2)
        .withComplete(false);
  }

  private static RunRecord grpc(RegistryResult registry) {
    return Runs.begun()
        .target(Runs.version("2.2.4"))
        .workload(Runs.grpc(Runs.good().workload()))
        .registry(registry)
        .build();
  }
}
