package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.LoadUnit;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.StudyRun;
import dev.nacoscapacity.simulator.study.TrialRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Execution(ExecutionMode.CONCURRENT)
class CapacityStudyTest {

  private static final Study BEGUN =
      Study.begin("capacity", "How many?", Map.of(), Instant.parse("2026-01-02T03:04:05Z"));

  @TempDir Path folder;

  private static final LoadUnit INSTANCES = LoadUnit.INSTANCES;

  private final Search search = Search.ofCapacity(new SearchRange(100, 2_000, 0.25), 50);
  private final List<String> lines = new ArrayList<>();
  private int measured;
  private int measurable = Integer.MAX_VALUE;

  private Optional<SizeTrial> measure(int number, int size, TrialStage stage) {
    return measure(
        number, size, size, stage, new TrialFigures(size * 0.3, 12.0, 1.5, 0.05, 20_000.0));
  }

  /**
   * @param instances of each trial's run, of which the size may be another figure
   */
  private Optional<SizeTrial> measure(
      int number, int size, int instances, TrialStage stage, TrialFigures figures) {
    if (measured == measurable) {
      return Optional.empty();
    }
    measured++;
    return Optional.of(
        new SizeTrial(
            size,
            stage,
            new StudyRun(
                "%02d-%d".formatted(number, size),
                instances,
                size <= 700 ? Status.PASS : Status.FAIL,
                figures,
                size <= 700 ? List.of() : List.of(reason("2 instances were missing."))),
            size <= 700 ? List.of() : List.of(reason("The machine was saturated."))));
  }

  private Optional<SearchResult> run(Study study) {
    return new CapacityStudy(search, study, folder, this::measure, Language.ENGLISH, lines::add)
        .run();
  }

  @Test
  void shouldResumeWithWiderBounds() {
    Map<String, String> narrow = Map.of("--target", "local", "--from", "100", "--to", "400");
    Map<String, String> wide = Map.of("--target", "local", "--from", "100", "--to", "2000");
    Study begun = Study.begin("capacity", "How many?", narrow, BEGUN.startedAt());
    Search first = Search.ofCapacity(new SearchRange(100, 400, 0.25), 50);
    new CapacityStudy(first, begun, folder, this::measure, Language.ENGLISH, lines::add).run();
    List<String> before = Study.read(folder).runs();

    Study wider = goOn(Study.read(folder), wide);

    assertThat(wider.answer()).isNull();
    SearchResult answer = run(wider).orElseThrow();
    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.BRACKETED);
    assertThat(answer.passes()).isBetween(560, 700);
    assertThat(Study.read(folder).runs()).startsWith(before.toArray(String[]::new));
    assertThat(Study.read(folder).asked()).isEqualTo(wide);
  }

  @Test
  void shouldNotResumeWithOtherOptions() throws IOException {
    Study study =
        Study.begin("capacity", "How many?", Map.of("--target", "local"), BEGUN.startedAt());

    assertRefused(study, Map.of("--target", "local", "--auth", "true"));
    assertThat(goOn(study, Map.of("--target", "local", "--to", "9")).asked())
        .containsEntry("--to", "9");
    goOn(profiled("sizes: {10: 1}"), studyOptions("sizes: {10: 1}"));
    // The profile was edited.
    assertRefused(profiled("sizes: {10: 1}"), studyOptions("sizes: {20: 1}"));
    assertRefused(Study.begin("plan", "?", Map.of(), BEGUN.startedAt()), Map.of());
  }

  private Study goOn(Study study, Map<String, String> studyOptions) {
    study.write(folder);
    return StudyFolder.begin(
        "capacity", "?", Optional.of(folder), begun -> studyOptions, SearchOptions.RANGE);
  }

  private void assertRefused(Study study, Map<String, String> studyOptions) {
    assertThatThrownBy(() -> goOn(study, studyOptions))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("other options")
        .hasMessageEndingWith("only --from, --to, --width may change");
  }

  /** A study that was begun with a profile of these contents. */
  private Study profiled(String profile) throws IOException {
    return Study.begin("capacity", "How many?", studyOptions(profile), BEGUN.startedAt());
  }

  @Command(name = "sample")
  private static final class Profiled {
    @Mixin private WorkloadOptions workload;
  }

  private Map<String, String> studyOptions(String profile) throws IOException {
    Path file = Files.writeString(folder.resolve("profile.yaml"), profile);
    CommandLine line = Conventions.parser(new Profiled());
    line.parseArgs("--profile=" + file);
    return StudyQuestion.of(line.getCommandSpec());
  }

  @Test
  void shouldNotResumeOnAnotherRegistry() {
    Target old = target("1.4.1", Map.of("a", "1", "b", "2"));
    Study study = TrialRegistry.on(old, Optional.empty(), BEGUN);

    assertThat(
            TrialRegistry.on(target("1.4.1", Map.of("b", "2", "a", "1")), Optional.empty(), study))
        .isEqualTo(study);
    assertThatThrownBy(
            () ->
                TrialRegistry.on(
                    target("2.2.4", Map.of("a", "1", "b", "2")), Optional.empty(), study))
        .hasMessageContainingAll(
            "(local 1.4.1, 1 nodes, heap 1g, a=1, b=2)",
            "(local 2.2.4, 1 nodes, heap 1g, a=1, b=2)",
            "--out");
    Study on = goOn(study, Map.of());
    assertThat(TrialRegistry.on(old, Optional.empty(), on)).isEqualTo(on);
  }

  @Test
  void shouldNotResumeOverAnotherProtocol() {
    Target one = target("2.5.0", Map.of());
    Study study = TrialRegistry.on(one, Optional.of("grpc"), BEGUN);

    assertThat(TrialRegistry.on(one, Optional.of("grpc"), goOn(study, Map.of()))).isEqualTo(study);
    assertThatThrownBy(() -> TrialRegistry.on(one, Optional.of("http"), study))
        .isInstanceOf(RecordException.class);
  }

  private static Target target(String version, Map<String, String> settings) {
    Setup setup = new Setup("1g", settings, List.of(), null);
    return new Target("local", version, List.of("127.0.0.1:1"), false, false, null)
        .withSetup(setup);
  }

  @Test
  void shouldLeaveTrialsBracketAndAnswerOnDisk() {
    SearchResult answer = run(BEGUN).orElseThrow();

    Study study = Study.read(folder);
    Study.Votes all = new Study.Votes(2, 0);
    Study.Votes none = new Study.Votes(0, 2);
    assertThat(study.bracket())
        .as("two full trials of each")
        .isEqualTo(new Study.Bracket(answer.passes(), answer.fails(), all, none, null));
    assertThat(SearchReport.votes(study.bracket(), Language.ENGLISH))
        .satisfiesExactly(
            passing -> assertThat(passing).contains("673: passed 2 of 2", "22 %"),
            failing -> assertThat(failing).contains("800: failed 2 of 2", "22 %"));
    assertThat(study.runs())
        .hasSize(measured)
        .startsWith("01-100", "02-200", "03-400", "04-800", "05-400");
    assertThat(study.trials(SizeTrial.class)).hasSize(measured);
    assertThat(study.trials().get(0).path("requestsPerSecond").doubleValue())
        .as("beside the other fields")
        .isEqualTo(study.trials(SizeTrial.class).get(0).figures().requestsPerSecond());
    assertThat(study.answer()).contains("673", "202 requests/s", "800", "missing");
    assertThat(SearchReport.failed(answer.fails(), study.trials(SizeTrial.class)))
        .hasValueSatisfying(
            failed -> {
              assertThat(failed.result().reasons())
                  .containsExactly(reason("2 instances were missing."));
              assertThat(failed.saturation()).containsExactly(reason("The machine was saturated."));
            });
    assertThat(lines)
        .startsWith(
            "trial 1: 100 instances, doubling",
            "  pass at 30 requests/s, beat p99 12 ms, 1.50 CPU-ms a call");
  }

  @Test
  void shouldEndWhenAnotherProcessGoesOnWithItsStudy() {
    CapacityStudy study =
        new CapacityStudy(
            search,
            BEGUN,
            folder,
            (number, size, stage) -> {
              if (number == 2) {
                Study.read(folder).withTrials(List.of("of another"), List.of("x")).write(folder);
              }
              return measure(number, size, stage);
            },
            Language.ENGLISH,
            lines::add);

    assertThatThrownBy(study::run)
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("another process");
    assertThat(Study.read(folder).runs()).containsExactly("of another");
  }

  /** Nodes that a load broke start anew, and are cold. */
  @Test
  void shouldCountATrialThatBrokeTheRegistryAndWarmItAgain() {
    List<TrialStage> stages = new ArrayList<>();
    SizeProbe breaking =
        new SizeProbe() {
          private int last;

          @Override
          public Optional<SizeTrial> measure(int number, int size, TrialStage stage) {
            last = size;
            stages.add(stage);
            return CapacityStudyTest.this.measure(number, size, stage);
          }

          @Override
          public boolean repaired() {
            return last > 700;
          }
        };

    SearchResult answer =
        new CapacityStudy(search, BEGUN, folder, breaking, Language.ENGLISH, lines::add)
            .run()
            .orElseThrow();

    assertThat(answer.passes()).isBetween(560, 700);
    assertThat(answer.fails()).isBetween(701, 900);
    for (int i = 0; i + 1 < stages.size(); i++) {
      if (Study.read(folder).trials(SizeTrial.class).get(i).size() > 700) {
        assertThat(stages.get(i + 1)).isEqualTo(TrialStage.WARM);
      }
    }
  }

  /** Each time a load breaks nodes, the new ones get cheaper as they warm. */
  @Test
  void shouldEndWhenALoadBreaksColdAndWarmNodesAlike() {
    measurable = 60;
    SizeProbe breaking =
        new SizeProbe() {
          private int last;
          private int sinceRepair;

          @Override
          public Optional<SizeTrial> measure(int number, int size, TrialStage stage) {
            last = size;
            double cost = 5.0 / (1 + Math.min(3, sinceRepair++));
            TrialFigures figures = new TrialFigures(size * 0.3, 12.0, cost, 0.05, 20_000.0);
            return CapacityStudyTest.this.measure(number, size, size, stage, figures);
          }

          @Override
          public boolean repaired() {
            if (last <= 700) {
              return false;
            }
            sinceRepair = 0;
            return true;
          }
        };

    Optional<SearchResult> answer =
        new CapacityStudy(search, BEGUN, folder, breaking, Language.ENGLISH, lines::add).run();

    assertThat(answer).map(SearchResult::outcome).contains(SearchResult.Outcome.BRACKETED);
  }

  @Test
  void shouldCountRatesInCallsASecondWhateverTheNumberOfClients() throws IOException {
    Study begun = Study.begin("rate", "How many?", Map.of(), BEGUN.startedAt());

    new CapacityStudy(
            search,
            begun,
            folder,
            (number, size, stage) ->
                measure(
                    number,
                    size,
                    20,
                    stage,
                    new TrialFigures(size + 4, 12.0, 1.5, 0.05, 20_000.0, size - 1.0, 7.5, null)),
            Language.ENGLISH,
            lines::add)
        .run();

    Study study = Study.read(folder);
    assertThat(lines)
        .startsWith(
            "trial 1: 100 calls/s, doubling",
            "  pass at 99 calls/s answered, p99 8 ms, 1.50 CPU-ms a call");
    assertThat(study.unit()).isEqualTo(LoadUnit.CALLS_PER_SECOND);
    assertThat(Files.readString(folder.resolve(Study.STUDY_JSON)))
        .contains("\"unit\" : \"calls/s\"");
    assertThat(study.bracket())
        .isEqualTo(new Study.Bracket(673, 800, new Study.Votes(2, 0), new Study.Votes(0, 2), null));
    assertThat(study.answer()).startsWith("673 calls/s pass, 800 fail (first broke: missing).");
    assertThat(study.answer(Language.CHINESE)).startsWith("每秒 673 次调用通过").doesNotContain("实例数");
    assertThat(printed(target("1.4.1", Map.of())))
        .anyMatch(line -> line.matches("trial +calls/s +stage +verdict +answered/s +p99 ms +CPU.*"))
        .anyMatch(line -> line.matches("4 +800 +bracket +fail +799 +7\\.5 .*"))
        .contains("What broke first, at 800 calls/s:");
  }

  @Test
  void shouldNotWarmOrOverloadRegistriesOfOneTrial() {
    Search onModel = Search.unanimous(new SearchRange(100, 2_000, 0.25));
    measurable = 5;
    assertThat(
            new CapacityStudy(onModel, BEGUN, folder, this::measure, Language.ENGLISH, lines::add)
                .run())
        .isEmpty();
    measurable = Integer.MAX_VALUE;
    new CapacityStudy(
            onModel, Study.read(folder), folder, this::measure, Language.ENGLISH, lines::add)
        .run();

    Study study = Study.read(folder);
    assertThat(study.trials(SizeTrial.class))
        .extracting(SizeTrial::stage)
        .doesNotContain(TrialStage.WARM);
    assertThat(study.answer()).contains("673", "800", "missing").doesNotContain("overload");
  }

  @Test
  void shouldStampASearchOnAModelFirstAndLast() {
    run(BEGUN);
    Prediction prediction = Prediction.of("five-small", "ab", "nacos-1.4.1", "cd");
    Target model = Target.model("1.4.1", false, false, null, prediction);

    assertThat(printed(model))
        .startsWith(Prediction.words().text())
        .endsWith(Prediction.words().text());
    assertThat(printed(target("1.4.1", Map.of()))).noneMatch(line -> line.contains("prediction"));
  }

  private List<String> printed(Target target) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Study study = Study.read(folder);
    SearchReport.print(target, study, folder, Language.ENGLISH, new PrintStream(out, true));
    return out.toString().lines().toList();
  }

  @Test
  void shouldNotResumeOnAnotherModel() {
    Target one =
        Target.model("1.4.1", false, false, null, Prediction.of("five-small", "ab", "own", "cd"));
    Target other =
        Target.model("1.4.1", false, false, null, Prediction.of("five-small", "ef", "own", "cd"));
    Study study = TrialRegistry.on(one, Optional.empty(), BEGUN);

    assertThat(TrialRegistry.on(one, Optional.empty(), study)).isEqualTo(study);
    assertThatThrownBy(() -> TrialRegistry.on(other, Optional.empty(), study))
        .hasMessageContaining("model ef");
  }

  @Test
  void shouldResumeWhereItWasInterrupted() {
    measurable = 5;
    assertThat(run(BEGUN)).isEmpty();
    assertThat(Study.read(folder).trials()).hasSize(5);
    assertThat(Study.read(folder).answer()).isNull();

    measurable = Integer.MAX_VALUE;
    Optional<SearchResult> resumed = run(Study.read(folder));

    int together = measured;
    measured = 0;
    assertThat(resumed).isEqualTo(run(BEGUN));
    // It may be another cluster by now: two trials show that it is warm.
    assertThat(together).isEqualTo(measured + 2);
  }

  @Test
  void shouldRefuseToAnswerFromEarlierTrialsAlone() {
    Search onModels = Search.unanimous(new SearchRange(100, 2_000, 0.25));
    new CapacityStudy(onModels, BEGUN, folder, this::measure, Language.ENGLISH, lines::add).run();
    String answer = Study.read(folder).answer();
    CapacityStudy again =
        new CapacityStudy(
            onModels, Study.read(folder), folder, this::measure, Language.ENGLISH, lines::add);

    assertThatThrownBy(again::run).isInstanceOf(UsageException.class);
    assertThat(Study.read(folder).answer()).isEqualTo(answer);
  }

  @Test
  void shouldNameNoFailingSizeWithoutABracket() {
    Status[] statuses = {Status.PASS, Status.FAIL, Status.PASS};
    SizeProbe busy =
        (number, instances, stage) ->
            Optional.of(
                SimulatedSearch.trial(
                    instances,
                    stage,
                    number <= statuses.length ? statuses[number - 1] : Status.INCONCLUSIVE,
                    reason("Calls were late.")));

    SearchResult answer =
        new CapacityStudy(search, BEGUN, folder, busy, Language.ENGLISH, lines::add)
            .run()
            .orElseThrow();

    assertThat(answer.outcome()).isEqualTo(SearchResult.Outcome.INCONCLUSIVE);
    assertThat(answer.fails()).isEqualTo(200);
    assertThat(Study.read(folder).bracket()).isEqualTo(new Study.Bracket(100, null));
    assertThat(Study.read(folder).answer()).startsWith("At least 100 instances pass (short trials");
  }

  @Test
  void shouldSayWhyThereIsNoVerdict() {
    SizeTrial limited = inconclusive(Severity.GENERATOR, "Calls were late.");
    SizeTrial unread = inconclusive(Severity.UNPROVEN, "The state of 9 instances went unread.");
    SearchResult answer = new SearchResult(SearchResult.Outcome.INCONCLUSIVE, 100, 0);

    assertThat(SearchReport.answer(INSTANCES, answer, List.of(limited)).text())
        .contains("At least 100", "generator was the limit");
    assertThat(SearchReport.answer(INSTANCES, answer, List.of(unread)).text())
        .contains(
            "At least 100", "200 instances were inconclusive twice", "9 instances went unread");
    SizeTrial below = SimulatedSearch.trial(150, TrialStage.CONFIRM, Status.PASS);
    assertThat(SearchReport.answer(INSTANCES, answer, List.of(unread, unread, below)).text())
        .as("the search went on below the size that it could not decide")
        .endsWith("200 instances were inconclusive twice: The state of 9 instances went unread.");
  }

  @Test
  void shouldNameTheSizeThatAUnanimousSearchCouldNotDecide() {
    Search onModel = Search.unanimous(new SearchRange(100, 2_000, 0.25));
    SizeProbe unread =
        (number, instances, stage) ->
            Optional.of(
                instances == 400
                    ? SimulatedSearch.trial(
                        instances, stage, Status.INCONCLUSIVE, reason("9 instances went unread."))
                    : SimulatedSearch.trial(instances, stage, Status.PASS));

    new CapacityStudy(onModel, BEGUN, folder, unread, Language.ENGLISH, lines::add).run();

    assertThat(Study.read(folder).bracket().notShown()).isEqualTo(400);
    assertThat(Study.read(folder).answer())
        .endsWith("400 instances were inconclusive twice: 9 instances went unread.");
  }

  @Test
  void shouldCountEveryTrialOnAWarmRegistryAmongTheVotes() {
    List<Integer> tried = new ArrayList<>();
    SizeProbe oncePassing =
        (number, instances, stage) -> {
          boolean first = stage == TrialStage.CONFIRM && !tried.contains(instances);
          if (stage == TrialStage.CONFIRM) {
            tried.add(instances);
          }
          Status status = instances <= 700 || first ? Status.PASS : Status.FAIL;
          return Optional.of(SimulatedSearch.trial(instances, stage, status));
        };

    new CapacityStudy(search, BEGUN, folder, oncePassing, Language.ENGLISH, lines::add).run();

    Study.Bracket bracket = Study.read(folder).bracket();
    assertThat(bracket.failing()).isEqualTo(new Study.Votes(1, 2));
    assertThat(SearchReport.votes(bracket, Language.ENGLISH))
        .element(1)
        .asString()
        .contains("800: failed 2 of 3", "13 %");
  }

  private static SizeTrial inconclusive(Severity severity, String reason) {
    return SimulatedSearch.trial(
        200,
        TrialStage.BRACKET,
        Status.INCONCLUSIVE,
        new Reason(severity, "late", Map.of(), reason));
  }

  private static Reason reason(String text) {
    return new Reason(Severity.MISSING, "missing", Map.of(), text);
  }
}
