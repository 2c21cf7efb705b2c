package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Hypothesis;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.chaos.fault.Proxies;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.text.Language;
import dev.nacoscapacity.simulator.run.FleetSeconds;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Trials whose seconds and clock are the test's. */
@Timeout(120)
class TrialTest {

  private final List<Node> nodes =
      List.of(new FakeNode("node1"), new FakeNode("node2"), new FakeNode("node3"));
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final Links links =
      new Links() {
        @Override
        public void cut(Node node, List<Node> others) {
          notes.add("cut " + node.name() + " off from " + names(others));
        }

        @Override
        public void join(Node node, List<Node> others) {
          notes.add("join " + node.name() + " with " + names(others));
        }

        private String names(List<Node> others) {
          return String.join(" ", others.stream().map(Node::name).toList());
        }
      };

  private volatile double now;

  private final Scenario.Events events =
      new Scenario.Events() {
        @Override
        public double seconds() {
          return now;
        }

        @Override
        public void event(String kind, Map<String, Object> fields) {}
      };

  private Trial trial(FaultKind fault, Duration healAfter) {
    ExperimentSpec spec =
        new ExperimentSpec(
            "test",
            "test",
            new Hypothesis(
                Duration.ofSeconds(5),
                0,
                1.2,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofSeconds(20),
                Map.of()),
            List.of(Step.of(fault, 1, NodeChoice.parse("node2"))),
            healAfter,
            Duration.ofSeconds(30));
    FaultJournal noting =
        new FaultJournal() {
          @Override
          public void breaking(String node, String kind) {
            notes.add(kind + " " + node + " after " + done(node));
          }

          @Override
          public void mended(String node) {
            notes.add("mended " + node);
          }
        };
    return new Trial(
        spec, nodes, new Faults(new Proxies(), links), noting, new Random(1), text -> {});
  }

  private List<String> done(String name) {
    return nodes.stream()
        .filter(node -> node.name().equals(name))
        .map(node -> ((FakeNode) node).done)
        .findFirst()
        .orElseThrow();
  }

  /** Lets seconds pass until something is so. */
  private void secondsUntil(Trial trial, RunSecond each, BooleanSupplier so) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .until(
            () -> {
              if (experimentWaits()) {
                now++;
                trial.second(at(now, each));
              }
              return so.getAsBoolean();
            });
  }

  private static RunSecond at(double end, RunSecond second) {
    return new RunSecond(
        end,
        second.phase(),
        second.remainingSeconds(),
        second.done(),
        second.instances(),
        second.connections(),
        second.stats());
  }

  /** Time stands still while its thread is at work, or waits for a processor. */
  private static boolean experimentWaits() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("experiment"))
        .map(Thread::getState)
        .allMatch(state -> state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING);
  }

  @Test
  void shouldBreakNothingWhenTheSteadyStateNeverHolds() {
    Trial trial = trial(FaultKind.KILL, Duration.ZERO);
    trial.begin(events);
    secondsUntil(trial, FleetSeconds.silent(3), trial::over);
    trial.end();

    Experiment experiment = trial.experiment(1, 1);
    assertThat(experiment.problem().text())
        .isEqualTo("the steady state did not hold for 5 s within 20 s (no call was answered)");
    assertThat(experiment.problem().in(Language.CHINESE))
        .isEqualTo("稳态没有在 20 秒内持续 5 秒（没有一次调用得到应答）");
    assertThat(experiment.faults()).isEmpty();
    assertThat(experiment.baseline()).isNull();
    assertThat(done("node2")).isEmpty();
    assertThat(notes).isEmpty();
  }

  @Test
  void shouldNoteBreakMendAndForgetWhenAllGoesWell() {
    Trial trial = trial(FaultKind.PAUSE, Duration.ZERO);
    trial.begin(events);
    secondsUntil(trial, FleetSeconds.well(3), trial::over);
    trial.end();

    assertThat(done("node2")).containsExactly("pause", "resume");
    assertThat(notes).containsExactly("pause node2 after []", "mended node2");
    Experiment experiment = trial.experiment(2, 3);
    assertThat(experiment.problem()).isNull();
    assertThat(experiment.recovery().recovered()).isTrue();
    assertThat(experiment.trial()).isEqualTo(2);
  }

  @Test
  void shouldCutANodeOffFromTheOthersAndJoinThemAgain() {
    Trial trial = trial(FaultKind.PARTITION, Duration.ZERO);
    trial.begin(events);
    secondsUntil(trial, FleetSeconds.well(3), trial::over);
    trial.end();

    assertThat(notes)
        .containsExactly(
            "partition node2 after []",
            "cut node2 off from node1 node3",
            "join node2 with node1 node3",
            "mended node2");
  }

  @Test
  void shouldKeepANodeBrokenWhileTheOthersAreObserved() {
    Trial trial = trial(FaultKind.PAUSE, null);
    trial.begin(events);
    secondsUntil(trial, FleetSeconds.well(3), trial::over);
    trial.end();

    assertThat(done("node2")).containsExactly("pause", "resume");
    Experiment experiment = trial.experiment(1, 1);
    assertThat(experiment.stages())
        .extracting(Experiment.Stage::stage)
        .containsExactly("gate", "method", "observe", "settled");
    assertThat(experiment.faults().get(0).healAt())
        .isGreaterThanOrEqualTo(experiment.faults().get(0).signalAt() + 5);
  }

  @Test
  void shouldMendWhatIsBrokenWhenTheRunEndsEarly() {
    Trial trial = trial(FaultKind.KILL, Duration.ofHours(1));
    trial.begin(events);
    secondsUntil(trial, FleetSeconds.well(3), () -> done("node2").contains("kill"));
    trial.end();

    assertThat(done("node2")).containsExactly("kill", "start");
    assertThat(notes).containsExactly("kill node2 after []", "mended node2");
    assertThat(trial.experiment(1, 1).problem().text()).isEqualTo("it was interrupted");
  }

  @Test
  void shouldDoNothingWhenTheWindowNeverBegan() {
    Trial trial = trial(FaultKind.KILL, Duration.ZERO);
    trial.end();

    assertThat(trial.experiment(1, 1).problem().text()).contains("never showed the fleet whole");
    assertThat(done("node2")).isEmpty();
  }
}
