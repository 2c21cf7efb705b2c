package dev.nacoscapacity.core.checker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.record.Abort;
import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.Contention;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ScaleModel;
import dev.nacoscapacity.core.record.Source;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Execution(ExecutionMode.CONCURRENT)
class ReasonLanguagesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The first is one that most runs do not tell of. */
  private static final Criteria CRITERIA =
      Criteria.defaults().with("pushDelay.p99", 39).with("beat.max", 2_500);

  /** Sentences of notes, pages and studies. */
  private static final Set<String> NO_REASONS =
      Set.of(
          ("prediction insecure protocolOfVersion protocolOfOption protocolAssumed"
                  + " protocolOfUnknown protocolOfStandIn notSaturated processorsFull heapFull"
                  + " threadsFull nothingFull serverThreads forwarding generatorInTime asIs")
              .split(" "));

  private static List<Reason> reasons() {
    return runs()
        .flatMap(
            run ->
                Stream.of(Judge.standard(), Judge.experiment())
                    .flatMap(judge -> judge.judge(run, CRITERIA).reasons().stream()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          guardStop | The guard stopped the load: a service lost an instance.
          generatorStop | The load was stopped while the generator itself was late or had no network, which may be why: a node stopped answering.
          gatewayStop | The load was stopped because calls were refused: a gateway refused half of the calls.
          interrupted | The run was interrupted after 131 s.
          aborted | Stopped after 31 s of the window, since beat.p99 was 812 ms (bound ≤ 500 ms).
          aborted | Stopped after 10 s of the window, since missing was 3 (bound 0).
          keptBeatingYetDropped | 1 instance went missing or unhealthy although their own beats were written at most 10 s apart: the registry dropped them.
          neverAppeared | 2 instances never appeared on a node although their registration was acknowledged and they kept beating. Seen on 2.2.4: an acknowledged registration is thrown away when it comes before the node knows its connection (naming-server.log: "Client connection … already disconnect"); see docs/results.md, "An acknowledged registration that nobody shows".
          neverComplete | The registry was not complete when the measurement window should have begun; the worst node showed 980, and 960 of them healthy.
          unknownInstanceBeats | 3 beats of acknowledged instances were answered "unknown instance".
          missing | Up to 20 of 1,000 instances were missing at once.
          unhealthy | Up to 20 of 1,000 instances were unhealthy at once.
          stale | Up to 7 deregistered instances were still listed.
          divergent | Nodes disagreed for over 10 s about up to 2 services.
          undeliveredChanges | 2 changes were acknowledged, and somebody who listens was never told.
          unknown | The state of up to 5 of 1,000 instances went unread for over 20 s.
          waveUnfinished | Of the 250 instances in the deployment at 20 s 12 had not come to its end when the measurement window ended.
          unswept | A sweep by identity ended with 7 of its reads unanswered: in counts alone, a missing instance and one that should not be there hide each other.
          gatewayRefused | beat: 20 of 10,000 calls failed, 0.2 % (bound 0.1 %). A gateway refused 20 of these, most often "http 429 by gateway nginx" (20); the registry never saw them.
          failures | beat: 700 of 9,000 calls failed, 7.778 % (bound 0.1 %); most often "timed out" (700).
          latency | beat: latency p99 was 2,400 ms (bound 1,000 ms); the wait for a connection took 600 ms, the answer 1,200 ms (p99 each).
          wholeLatency | beat: latency p99 was 1,500 ms (bound 1,000 ms).
          delay | push delay: p99 was 40.0 ms (bound 39.0 ms), from the writing of a registration to a push with it.
          unmeasured | pushDelay.p99 is asked for, and no push delay was measured: leave it out, or ask for a load that has this.
          rate | beat: 300.0 calls/s of the required 400.0 were achieved, 75 % (bound 99 %); 3,000 calls that fell due were skipped.
          contention | For 10 s others had 40 % of this machine's processor time (bound 10 %); on average over the run other programs used 0.20 cores, and the host gave 0.05 to other guests. What failed may be their doing: run it again on a quiet machine.
          timeTooFast | Nodes and generator needed more of this machine than it can give: time was slowed 20 times, and this load needs 28 at least. Start the cluster again with --time-dilation 28.
          processorAwaited | For each second that the nodes computed, their threads waited 150 ms for a processor (bound 100 ms): run it again on a quiet machine, or with a larger --time-dilation.
          threadUnpaced | The thread http-nio-8858-e of node2 used 3.50 processors (bound 1.1): nothing held it to the speed of one.
          generatorProcessor | The ramp was given up while the generator itself was late; give it more processor, or share the fleet out with --shard.
          generatorLimited | The generator ran out of descriptors; bin/simulator doctor says what to change.
          generatorLag | The generator took calls up late: scheduler lag p99 900 ms (bound 100 ms); give it more processor, or share the fleet out with --shard.
          generatorTail | The generator took its latest calls up 400 ms late, and without that wait the slowest calls would have been in time; give it more processor, or share the fleet out with --shard.
          windowsApart | The shards were measured at different times, so nothing was measured of the whole fleet alone: start them at the same time.
          generatorStall | The generator stood still, or was late, for 18.0 s, 40 s into the run (and 1 time more); that may explain what stands below. Run it again where nothing stops it.
          generatorPause | The generator stood still for 900 ms to collect garbage (bound 500 ms); give it more heap in JAVA_OPTS.
          connectionsOption | Calls waited 3,000 ms (p99, bound 100 ms) for one of the fleet's own connections, of which --connections allows 100, while beats were answered in 20 ms: allow more, or leave the option out.
          connectionsFiles | Calls waited 3,000 ms (p99, bound 100 ms) for one of the fleet's own connections, of which the open files that a process may have allow 100, while beats were answered in 20 ms; bin/simulator doctor says what to change.
          shortWindow | The measurement window was 30 s long, and a pass needs 60 s: an instance expires only after 15 s to 35 s.
          noCalls | No call fell due in the measurement window.
          stageInconclusive | Nothing could be decided at 500 instances: The measurement window was 30 s long, and a pass needs 60 s: an instance expires only after 15 s to 35 s.
          requiredUnknown | What rate was required is not recorded, so nobody can say whether it was reached.
          registryUnread | What the registry held was not recorded.
          generatorUnread | The generator's scheduler lag was not recorded.
          machineSaturated | The machine was saturated: of its 2 cores the nodes used 10.50 (127.0.0.1:8868 the most, 4.50) and the generator 0.16.
          serverSaturated | node1 was saturated: it used 7.00 of its 8 cores.
          serverGc | node1 spent 10.002 % of the window collecting garbage: its heap is too small.
          lateBeats | Beats of one instance were written up to 21.5 s apart (p99 12.0 s); after 15 s a node calls an instance unhealthy.
          idleConnections | Nothing was written on the connection of one instance for up to 21.5 s (p99 12.0 s); after 20 s a node asks whether the client is still there.
          nothingBroken | Nothing was broken.
          nothingBroken | Nothing was broken: the registry never showed the fleet whole.
          cutShort | The trial was cut short: node2 did not come back within 180 s, and nothing more was done.
          ownedNothing | What was broken owned no instance: this trial shows nothing.
          dataLoss | Instances went missing or unhealthy 7 times on a node in service, although their own beats were written at most 10 s apart, and some were away for 9 s: data loss.
          storedDataGone | Users that were stored before: node2 gives out 3 of 5.
          notRecovered | Not recovered: in the last stretch no call was answered.
          notRejoined | node2 did not rejoin: it never answered.
          """)
  void shouldSayInEnglishWhatWasWrong(String code, String sentence) {
    assertThat(reasons())
        .filteredOn(reason -> reason.code().equals(code))
        .extracting(Reason::text)
        .contains(sentence);
  }

  @Test
  void shouldRenderEveryReasonFromCodeAndArgumentsAlone() {
    List<Reason> reasons = reasons();

    assertThat(Verdicts.sentences().keySet())
        .filteredOn(code -> !code.contains(".") && !NO_REASONS.contains(code))
        .hasSameElementsAs(reasons.stream().map(Reason::code).toList());
    Verdicts.codes(reasons);
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

  @ParameterizedTest
  @EnumSource(Language.class)
  void shouldSayUnderAHeadingOfItsOwnWhatToDoAboutEachReason(Language language) throws IOException {
    List<Reason> reasons = reasons();
    String help = new Verdict(Status.FAIL, reasons, CRITERIA).help().orElseThrow().in(language);
    Path document = Path.of("..", help.replaceFirst(".*?(docs/[^#]+)#.*", "$1"));

    List<String> headings =
        Pattern.compile("(?m)^### (.+)$")
            .matcher(Files.readString(document))
            .results()
            .map(heading -> heading.group(1))
            .toList();

    assertThat(headings)
        .containsExactlyInAnyOrderElementsOf(
            reasons.stream().map(Reason::code).collect(Collectors.toSet()));
    assertThat(help.replaceFirst("[^#]*", "").split(", "))
        .containsExactlyInAnyOrderElementsOf(
            headings.stream().map(code -> "#" + code.toLowerCase(Locale.ROOT)).toList());
  }

  @Test
  void shouldSayNowhereWhatToDoAboutAPass() {
    assertThat(new Verdict(Status.PASS, List.of(), CRITERIA).help()).isEmpty();
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
        good.withAbort(new Abort(Threshold.parse("beat.p99<500ms abort"), 812.4, 31.02)),
        good.withStages(List.of(Runs.stage(500, Runs.judged(good.withWindowSeconds(30))))),
        good.withAbort(new Abort(Threshold.parse("missing==0 abort"), 3, 10)),
        good.withWaves(List.of(Runs.deploy(12))),
        good.withGuardStop(Message.asIs("a service lost an instance")),
        good.withGeneratorStop(Message.asIs("a node stopped answering")),
        good.withRegistry(gaps),
        good.withGenerator(Runs.generator(true, 3_000)),
        good.withGenerator(Runs.generator(false, 3_000)),
        Runs.scaleModel(null),
        Runs.scaleModel(
                new ScaleModel.Fidelity(
                    0.97,
                    0.98,
                    0.03,
                    28,
                    150,
                    new ScaleModel.BusiestThread("node2", "http-nio-8858-e", 3.5),
                    0.02))
            .withRegistry(good.registry().withKeptBeatingYetDropped(3)),
        good.withExperiment(broken()),
        good.withExperiment(
            Experiments.withData(
                Map.of("users", new SurvivingData(5, 3, "node2", List.of("node1"))))),
        good.withExperiment(Experiments.nothingBroken(Message.of("trial.neverWhole"))),
        good.withGatewayStop(Message.asIs("a gateway refused half of the calls")),
        good.withGenerator(Runs.generator(1, 1, "processor time")),
        good.with()
            .operations(Runs.operations(Runs.operation(12_000, 12_000, Map.of(), 950)))
            .generator(Runs.generator(100, 0))
            .build(),
        good.withNotes(List.of(Message.of("note.windowsApart", Map.of("common", 20.0)))),
        good.with()
            .contention(new Contention(60, 12, 3, 0.4))
            .registry(bad)
            .generator(stalled())
            .changes(new Changes(500, 2, 0, null))
            .pushes(new Pushes(500, new Percentiles(9, 10, 20, 20, 40, 80, 60)))
            .build(),
        good.withOperations(
            Runs.operations(
                Runs.operation(10_000, 10_000, Map.of("http 429 by gateway nginx", 20L), 40))),
        good.withOperations(
            Runs.operations(
                Runs.operation(12_000, 12_000, Map.of(), 1_500)
                    .withPoolWaitMs(null)
                    .withServiceMs(null))),
        good.withOperations(Map.of("beat", Runs.operation(0, 9_000, Map.of(), 40)))
            .withSource(Source.JTL),
        Runs.begun(Target.REMOTE)
            .windowSeconds(60)
            .servers(Map.of("node1", Runs.server(8, 420.0, 0.0, 1.0, 1, 1L, 6_001L, 1L, 1)))
            .build());
  }

  /** Once for 18 s, and once more. */
  private static Generator stalled() {
    Generator good = Runs.generator(1, 0);
    return good.withDelays(
        new Generator.Delays(
            good.delays().lagMs(),
            0.03,
            List.of(new Generator.Stall(40, 18, 48, true), new Generator.Stall(9, 1, 0, false))));
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
