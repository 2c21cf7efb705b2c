package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.verdict.Status.FAIL;
import static dev.nacoscapacity.core.verdict.Status.INCONCLUSIVE;
import static dev.nacoscapacity.core.verdict.Status.PASS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.StageResult;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Stage;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A fleet that grows within a run on a modelled cluster, in virtual time. */
class StagesTest {

  private static final Duration MINUTE = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Criteria BOUNDS = Criteria.defaults();

  @TempDir private Path folder;

  private final List<String> phases = new ArrayList<>();
  private final List<String> stages = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void shouldHoldTheFleetAtEachOfItsSizes(Speakers speakers) throws Exception {
    ModelFleet fleet = speakers.fleet(folder);

    RunRecord run = judged(fleet.run(settings(speakers.clients, MINUTE), BOUNDS, watching()));

    assertThat(run.verdict().reasons()).isEmpty();
    assertThat(run.stages())
        .extracting(StageResult::instances, StageResult::status)
        .containsExactly(tuple(20, PASS), tuple(40, PASS), tuple(60, PASS));
    assertThat(run.stages())
        .allSatisfy(
            stage -> {
              assertThat(stage.seconds()).isCloseTo(60, Offset.offset(0.001));
              assertThat(stage.worst().count(RegistryCount.EXPECTED)).isEqualTo(stage.instances());
              assertThat(stage.worst().count(RegistryCount.MISSING)).isZero();
              assertThat(beats(stage) / (double) stage.instances())
                  .as("beats of an instance")
                  .isCloseTo(beats(run.stages().get(2)) / 60.0, Offset.offset(1.0));
            });
    assertThat(
            run.lifecycle().entrySet().stream()
                .filter(calls -> calls.getKey().startsWith("register"))
                .mapToLong(calls -> calls.getValue().ok())
                .sum())
        .isEqualTo(60);
    assertThat(run.windowSeconds()).isEqualTo(60);
    assertThat(stages)
        .containsExactly("20 begun", "20 over", "40 begun", "40 over", "60 begun", "60 over");
    assertThat(phases)
        .containsSubsequence(
            Phases.RAMP,
            Phases.MEASURE,
            Phases.SETTLE,
            Phases.RAMP,
            Phases.MEASURE,
            Phases.SETTLE,
            Phases.RAMP,
            Phases.MEASURE,
            Phases.SWEEP,
            Phases.DRAIN)
        .containsOnlyOnce(Phases.SWEEP);
    fleet.assertNothingIsRegisteredAfter(PATIENCE);
  }

  private static long beats(StageResult stage) {
    return stage.operations().entrySet().stream()
        .filter(calls -> calls.getKey().startsWith("beat"))
        .mapToLong(calls -> calls.getValue().required())
        .sum();
  }

  @Test
  void shouldFailByTheLastStage() throws Exception {
    RunRecord run = judged(failingListsFrom(40).run(settings(MINUTE), BOUNDS, watching()));

    assertThat(run.stages()).extracting(StageResult::status).containsExactly(PASS, PASS, FAIL);
    assertThat(run.verdict().status()).isEqualTo(FAIL);
    assertThat(codes(run)).containsExactly("failures");
    assertThat(run.stages().get(2).reasons()).isEqualTo(run.verdict().reasons());
  }

  @Test
  void shouldEndAtTheFirstStageThatFails() throws Exception {
    ModelFleet fleet = failingListsFrom(20);

    RunRecord run = judged(fleet.run(settings(MINUTE), BOUNDS, watching()));

    assertThat(run.stages()).extracting(StageResult::status).containsExactly(PASS, FAIL);
    assertThat(run.verdict().status()).isEqualTo(FAIL);
    assertThat(run.measuredInstances()).isEqualTo(40);
    assertThat(run.lifecycle().get("register").ok()).isEqualTo(40);
    assertThat(run.registry().unswept()).as("a sweep ends the run as any other").isZero();
    fleet.assertNothingIsRegisteredAfter(PATIENCE);
  }

  /** Of the beats of a stage's last seconds none has ended when others would have. */
  @Test
  void shouldJudgeAStageByItsSlowestCalls() throws Exception {
    ModelFleet fleet = new ModelFleet(folder, "1.4.1");
    Progress freezing =
        QuietProgress.at(
            Phases.MEASURE,
            () -> {
              fleet.time.after(
                  Duration.ofSeconds(53).toNanos(), () -> fleet.cluster.node(0).pause());
              fleet.time.after(
                  Duration.ofSeconds(68).toNanos(), () -> fleet.cluster.node(0).resume());
            });

    RunRecord run =
        judged(fleet.run(settings(MINUTE), BOUNDS, Progress.all(List.of(watching(), freezing))));

    assertThat(run.stages()).extracting(StageResult::status).containsExactly(FAIL);
    assertThat(codes(run)).contains("latency");
  }

  @Test
  void shouldEndAtAStageThatNeverRegisters() throws Exception {
    ModelFleet fleet = new ModelFleet(folder, "1.4.1");
    fleet.losing(
        call -> {
          boolean refused = call.operation == Operation.REGISTER && call.actor == 33;
          if (refused) {
            call.failure = "http 500";
          }
          return refused;
        });

    RunRecord run = judged(fleet.run(settings(MINUTE), BOUNDS, watching()));

    assertThat(run.stages()).extracting(StageResult::status).containsExactly(PASS, FAIL);
    assertThat(run.verdict().reasons().get(0).text())
        .contains(" of the 40 instances were registered");
    fleet.assertNothingIsRegisteredAfter(PATIENCE);
  }

  @Test
  void shouldEndInTheMiddleOfAStageByABoundThatAborts() throws Exception {
    ModelFleet fleet = failingListsFrom(20);
    Criteria bounds = BOUNDS.with(Threshold.parse("list.failed<10% abort after 15s"));
    AbortWatch watch =
        new AbortWatch(Workloads.begun(settings(MINUTE)).build(), bounds, fleet.stop);

    RunRecord run = fleet.run(settings(MINUTE), bounds, Progress.all(List.of(watching(), watch)));

    RunRecord ended = Judge.standard().judged(run.withAbort(watch.abort().orElseThrow()), bounds);
    assertThat(ended.stages()).extracting(StageResult::status).containsExactly(PASS, FAIL);
    assertThat(ended.verdict().status()).isEqualTo(FAIL);
    assertThat(codes(ended)).containsExactlyInAnyOrder("aborted", "failures");
    assertThat(ended.windowSeconds()).isEqualTo(15);
    assertThat(ended.interrupted()).isFalse();
    fleet.assertNothingIsRegisteredAfter(PATIENCE);
  }

  @Test
  void shouldKeepWhatWasShownWhenInterruptedInTheSecondStage() throws Exception {
    ModelFleet fleet = new ModelFleet(folder, "1.4.1");

    RunRecord run =
        judged(fleet.run(settings(MINUTE), BOUNDS, interrupting(fleet, Phases.MEASURE)));

    assertThat(run.interrupted()).isTrue();
    assertThat(run.stages()).extracting(StageResult::status).first().isEqualTo(PASS);
    assertThat(run.verdict().status()).isEqualTo(INCONCLUSIVE);
    assertThat(codes(run)).containsExactly("interrupted");
    assertThat(run.windowSeconds()).as("of the second stage").isLessThan(2);
    fleet.assertNothingIsRegisteredAfter(PATIENCE);
  }

  /** The figures are those of the stage before, which keeps its verdict. */
  @ParameterizedTest
  @ValueSource(strings = {Phases.RAMP, Phases.WARM_UP, Phases.COMPLETION})
  void shouldKeepTheStageBeforeWhenInterruptedOnTheWayToTheNext(String phase) throws Exception {
    ModelFleet fleet = new ModelFleet(folder, "1.4.1");

    RunRecord run = judged(fleet.run(settings(MINUTE), BOUNDS, interrupting(fleet, phase)));

    assertThat(run.stages()).extracting(StageResult::status).containsExactly(PASS);
    assertThat(run.verdict().status()).isEqualTo(INCONCLUSIVE);
    assertThat(run.windowSeconds()).isEqualTo(60);
    assertThat(run.operations()).isNotEmpty();
    fleet.assertNothingIsRegisteredAfter(PATIENCE);
  }

  @Test
  void shouldGoOnAfterAStageTooShortToDecideYetNotPass() throws Exception {
    RunRecord run =
        judged(
            new ModelFleet(folder, "1.4.1")
                .run(settings(Duration.ofSeconds(30)), BOUNDS, watching()));

    assertThat(run.stages())
        .extracting(StageResult::status)
        .containsExactly(INCONCLUSIVE, PASS, INCONCLUSIVE);
    assertThat(run.verdict().reasons())
        .extracting(Reason::text)
        .containsExactly(
            "Nothing could be decided at 20 instances: The measurement window was 30 s long, and a"
                + " pass needs 60 s: an instance expires only after 15 s to 35 s.");
  }

  private ModelFleet failingListsFrom(int instance) throws Exception {
    return new ModelFleet(folder, "1.4.1")
        .losing(
            call -> {
              boolean fails = call.operation == Operation.LIST && call.actor >= instance;
              if (fails) {
                call.failure = "http 500";
              }
              return fails;
            });
  }

  private static RunRecord judged(RunRecord run) {
    return Judge.standard().judged(run, BOUNDS);
  }

  private static Stream<String> codes(RunRecord run) {
    return run.verdict().reasons().stream().map(Reason::code);
  }

  private Progress watching() {
    return new QuietProgress() {
      @Override
      public void phase(String name, Duration expected) {
        phases.add(name);
      }

      @Override
      public void event(String kind, Map<String, Object> fields) {
        if (kind.equals(Event.STAGE)) {
          stages.add(fields.get("instances") + " " + fields.get("state"));
        }
      }
    };
  }

  /** Interrupts the run when a phase begins for the second time. */
  private Progress interrupting(ModelFleet fleet, String phase) {
    return new QuietProgress() {
      @Override
      public void phase(String name, Duration expected) {
        phases.add(name);
        if (name.equals(phase) && phases.indexOf(name) != phases.lastIndexOf(name)) {
          fleet.interrupt();
        }
      }
    };
  }

  private static Workload settings(Duration first) {
    return settings(HttpClients.USUAL, first);
  }

  private static Workload settings(Clients clients, Duration first) {
    return Workloads.of(60, 6, clients)
        .withTiming(
            Timing.USUAL
                .withWarmUp(Duration.ofSeconds(10))
                .withStages(
                    List.of(new Stage(20, first), new Stage(40, MINUTE), new Stage(60, MINUTE))));
  }
}
