package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stop leads from every phase straight to the deregistration, and the record says so. */
class StopTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int INSTANCES = 60;
  private static final List<String> ALL =
      List.of(
          Phases.RAMP,
          Phases.WARM_UP,
          Phases.COMPLETION,
          Phases.MEASURE,
          Phases.SWEEP,
          Phases.DRAIN,
          Phases.DEREGISTER,
          Phases.STALE);

  @TempDir private Path folder;

  private final List<String> phases = new ArrayList<>();
  private ModelFleet fleet;

  @BeforeEach
  void makeFleet() throws IOException {
    fleet = new ModelFleet(folder, "1.4.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        Phases.RAMP,
        Phases.WARM_UP,
        Phases.COMPLETION,
        Phases.MEASURE,
        Phases.SWEEP,
        Phases.DRAIN,
        Phases.DEREGISTER,
        Phases.STALE
      })
  void shouldLeaveNothingBehind(String phase) throws Exception {
    double[] stoppedAt = new double[1];

    RunRecord run =
        fleet.run(
            settings(),
            new QuietProgress() {
              @Override
              public void phase(String name, Duration expected) {
                phases.add(name);
                if (name.equals(phase)) {
                  stoppedAt[0] = fleet.clock.seconds();
                  fleet.interrupt();
                }
              }
            },
            Scenario.NONE);

    assertThat(fleet.clock.seconds() - stoppedAt[0]).as("s until it was over").isLessThan(10);
    assertThat(phases).isEqualTo(phasesUpTo(phase));
    assertThat(run.interrupted()).isTrue();
    assertThat(run.notes()).extracting(Message::text).contains("interrupted by the test");
    assertThat(run.operations().values())
        .as("failures of our own making")
        .allSatisfy(operation -> assertThat(operation.failed()).isEmpty());
    fleet.assertNothingIsRegisteredAfter(SECOND.multipliedBy(2));
  }

  private static List<String> phasesUpTo(String phase) {
    List<String> phases = new ArrayList<>(ALL.subList(0, ALL.indexOf(phase) + 1));
    for (String last : List.of(Phases.DRAIN, Phases.DEREGISTER)) {
      if (!phases.contains(last)) {
        phases.add(last);
      }
    }
    return phases;
  }

  /** What breaks nodes may take minutes to heal them. */
  @Test
  void shouldEndTheLoadBeforeTheScenarioRepairsWhatItBroke() throws Exception {
    double[] stoppedAt = {Double.MAX_VALUE};
    List<Operation> late = new ArrayList<>();
    fleet.losing(
        call -> {
          if (fleet.clock.seconds() > stoppedAt[0] + 1) {
            late.add(call.operation);
          }
          return false;
        });
    Scenario slow =
        new Scenario() {
          @Override
          public void begin(Events events) {
            stoppedAt[0] = events.seconds();
            fleet.stop.stop(
                StopSignal.Cause.HARM, Message.asIs("a service of others lost an instance"));
          }

          @Override
          public void end() {
            try {
              fleet.time.sleep(SECOND.multipliedBy(60));
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };

    RunRecord run = fleet.run(settings(), new QuietProgress(), slow);

    assertThat(run.guardStop().text()).contains("a service of others");
    assertThat(late).containsOnly(Operation.DEREGISTER);
  }

  private static Progress failingInTheWindow(RuntimeException fault) {
    return new QuietProgress() {
      @Override
      public void second(RunSecond second) {
        if (second.phase().equals(Phases.MEASURE)) {
          throw fault;
        }
      }
    };
  }

  /** As where the disk is full. */
  @Test
  void shouldDeregisterEverythingAndDecideNothingWhenASecondCannotBeRecorded() throws Exception {
    RunRecord run =
        fleet.run(
            settings(),
            failingInTheWindow(new RecordException("cannot write intervals.csv")),
            Scenario.NONE);

    assertThat(run.interrupted()).isTrue();
    assertThat(run.notes()).extracting(Message::text).contains("cannot write intervals.csv");
    assertThat(Judge.standard().judge(run, Criteria.defaults().withMinWindow(SECOND)).status())
        .isEqualTo(Status.INCONCLUSIVE);
    fleet.assertNothingIsRegisteredAfter(SECOND.multipliedBy(2));
  }

  @Test
  void shouldDeregisterEverythingBeforeOurOwnFaultEndsTheRun() throws Exception {
    IllegalStateException fault = new IllegalStateException("a fault of an observer");

    assertThatThrownBy(() -> fleet.run(settings(), failingInTheWindow(fault), Scenario.NONE))
        .isSameAs(fault);
    fleet.assertNothingIsRegisteredAfter(SECOND.multipliedBy(2));
  }

  @Test
  void shouldRecordWhatASweepLeftUnread() throws Exception {
    Duration[] limit = new Duration[1];

    RunRecord run =
        fleet.run(
            settings(),
            new QuietProgress() {
              @Override
              public void phase(String name, Duration expected) {
                if (name.equals(Phases.SWEEP)) {
                  limit[0] = expected;
                  fleet.cluster.node(2).kill();
                } else if (name.equals(Phases.DRAIN)) {
                  fleet.interrupt();
                }
              }
            },
            Scenario.NONE);

    assertThat(run.registry().unswept()).as("each service on the dead node").isEqualTo(6);
    assertThat(limit[0]).isEqualTo(Duration.ofSeconds(30).plusMillis(300));
  }

  /** Nobody looked for stale instances then, so their number is not 0 but unknown. */
  @Test
  void shouldProveNothingWhenAnInstanceCouldNotDeregister() throws Exception {
    fleet.losing(
        call -> {
          boolean refused = call.operation == Operation.DEREGISTER && call.actor == 0;
          if (refused) {
            call.failure = "http 500";
          }
          return refused;
        });

    RunRecord run = fleet.run(settings(), new QuietProgress(), Scenario.NONE);

    assertThat(run.registry().unswept()).as("each service on each of three nodes").isEqualTo(18);
    assertThat(Judge.standard().judge(run, Criteria.defaults().withMinWindow(SECOND)).status())
        .isEqualTo(Status.INCONCLUSIVE);
  }

  @Test
  void shouldDeregisterFromTheOthersWhenANodeIsDead() throws Exception {
    RunRecord run = fleet.run(settings(), new QuietProgress(), fleet.killing(2));

    assertThat(run.interrupted()).isFalse();
    assertThat(run.registry().complete()).as("when the window began").isTrue();
    // Where the dead node owned a service, the others agree on its removal only by expiry.
    fleet.assertNothingIsRegisteredAfter(SECOND.multipliedBy(40));
  }

  private static Workload settings() {
    return Workloads.of(INSTANCES, 6, "http").withTiming(Workloads.EVERY_SECOND);
  }
}
