package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.WaveResult;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Configurations;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Waves of a whole fleet on a modelled cluster, in virtual time. */
@Execution(ExecutionMode.CONCURRENT)
class WavesTest {

  private static final int INSTANCES = 66;

  @TempDir private Path folder;

  private final List<Map<String, Object>> events = new ArrayList<>();

  /** Null where none exist. */
  private Configurations configurations;

  @ParameterizedTest
  @EnumSource
  void shouldPassWhenARollingDeploymentGoesWell(Speakers clients) throws Exception {
    RunRecord run = run(clients, call -> false, Workloads.deploy(10, 0.5, 120, 12));

    assertThat(verdict(run)).isEqualTo(Status.PASS);
    WaveResult wave = only(run);
    assertThat(wave.instances()).isCloseTo(33, Offset.offset(3L));
    assertThat(wave.left()).isEqualTo(wave.instances());
    assertThat(wave.back()).isEqualTo(wave.instances());
    assertThat(wave.failed()).isZero();
    assertThat(wave.unfinished()).isZero();
    assertThat(run.registry().beatGapMs().max())
        .as("no absence among them")
        .isLessThanOrEqualTo(10_000);
    assertThat(wave.times().firstSeconds()).isCloseTo(10, Offset.offset(1.5));
    // 33 instances at 2 a second, and the last of them is away for 12 s.
    assertThat(wave.times().took().getAsDouble()).isCloseTo(16 + 12, Offset.offset(2.0));
    assertThat(run.operations().get(label(run, "deregister")).ok()).isPositive();
    assertThat(events).extracting(fields -> fields.get("state")).containsExactly("begun", "over");
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_OF_1,5",
    "HTTP_OF_1,60",
    "HTTP_OF_2,20",
    "HTTP_OF_2,60",
    "GRPC,5",
    "GRPC,60",
    "BOTH,60"
  })
  void shouldPassWhenCrashedInstancesComeBack(Speakers clients, double absent) throws Exception {
    RunRecord run = run(clients, call -> false, Workloads.crash(10, 1, absent, "business"));

    assertThat(verdict(run)).isEqualTo(Status.PASS);
    WaveResult wave = only(run);
    assertThat(wave.instances()).as("all of the class").isEqualTo(60);
    assertThat(wave.back()).isEqualTo(60);
    assertThat(wave.drops()).isZero();
    assertThat(run.operations()).as("goodbyes").doesNotContainKey("deregister");
    assertThat(run.operations().values())
        .allSatisfy(calls -> assertThat(calls.failures()).isZero());
  }

  @ParameterizedTest
  @EnumSource
  void shouldPassWhenAFleetIsScaledInAndOut(Speakers clients) throws Exception {
    RunRecord run = run(clients, call -> false, Workloads.scale(10, 0.5), Workloads.scale(60, 1));

    assertThat(verdict(run)).isEqualTo(Status.PASS);
    WaveResult in = run.waves().get(0);
    WaveResult out = run.waves().get(1);
    assertThat(in.left()).isEqualTo(in.instances()).isCloseTo(33, Offset.offset(3L));
    assertThat(in.back()).isZero();
    assertThat(out.back()).isEqualTo(out.instances()).isEqualTo(in.instances());
  }

  /** Half of the fleet is away for 50 of 120 seconds. */
  @Test
  void shouldCallForNoInstanceThatIsAway() throws Exception {
    RunRecord run =
        run(Speakers.HTTP_OF_1, call -> false, Workloads.scale(10, 0.5), Workloads.scale(60, 1));

    OperationResult beat = run.operations().get("beat");
    double away = run.waves().get(0).left() * 50.0 / 5;
    assertThat(beat.required()).isCloseTo((long) (INSTANCES * 120 / 5 - away), Offset.offset(20L));
    assertThat(beat.skipped()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_OF_1", "GRPC"})
  void shouldFindStaleInstancesWhenDeregistrationsAreLost(Speakers clients) throws Exception {
    int[] lost = new int[1];
    RunRecord run =
        run(
            clients,
            call -> call.operation == Operation.DEREGISTER && lost[0]++ < 10,
            Workloads.scale(10, 0.5));

    assertThat(verdict(run)).isEqualTo(Status.FAIL);
    assertThat(reasons(run)).contains("stale");
    assertThat(run.registry().worst().count(RegistryCount.STALE)).isBetween(1L, 10L);
    assertThat(run.registry().worst().count(RegistryCount.MISSING)).isZero();
  }

  /** Over HTTP the first beat would register them all the same. */
  @Test
  void shouldFindInstancesThatNeverAppearWhenRegistrationsAreLost() throws Exception {
    int[] registrations = new int[1];
    RunRecord run =
        run(
            Speakers.GRPC,
            call -> call.operation == Operation.REGISTER && registrations[0]++ >= INSTANCES,
            Workloads.deploy(10, 0.5, 120, 12));

    assertThat(verdict(run)).isEqualTo(Status.FAIL);
    assertThat(run.registry().neverAppeared()).isPositive();
  }

  /** A process that starts reads its configurations; while it is away it reads and misses none. */
  @ParameterizedTest
  @EnumSource
  void shouldReadChangesInTimeWhileListenersComeAndGo(Speakers clients) throws Exception {
    configurations = new Configurations(60, 200);

    RunRecord run = run(clients, call -> false, Workloads.deploy(10, 1, 120, 12));

    assertThat(verdict(run)).isEqualTo(Status.PASS);
    assertThat(only(run).back()).isEqualTo(INSTANCES);
    assertThat(run.configChanges().complete()).isGreaterThan(60);
    assertThat(run.configChanges().lastDelayMs().max()).isLessThan(1_000);
    assertThat(run.operations().values())
        .allSatisfy(calls -> assertThat(calls.failures()).isZero());
  }

  @ParameterizedTest
  @EnumSource
  void shouldRemoveConfigurationsWhosePublishersAreAway(Speakers clients) throws Exception {
    configurations = new Configurations(60, 200);

    RunRecord run = run(clients, call -> false, Workloads.scale(10, 0.1));

    assertThat(verdict(run)).isEqualTo(Status.PASS);
    long removed =
        run.lifecycle().entrySet().stream()
            .filter(calls -> calls.getKey().startsWith("remove"))
            .mapToLong(calls -> calls.getValue().ok())
            .sum();
    assertThat(removed).as("one a service").isEqualTo(12);
  }

  private static WaveResult only(RunRecord run) {
    assertThat(run.waves()).hasSize(1);
    return run.waves().get(0);
  }

  private static String label(RunRecord run, String operation) {
    return run.operations().keySet().stream()
        .filter(name -> name.startsWith(operation))
        .findFirst()
        .orElseThrow();
  }

  private static Status verdict(RunRecord run) {
    Verdict verdict = Judge.standard().judge(run, Criteria.defaults());
    return verdict.status();
  }

  private static List<String> reasons(RunRecord run) {
    return Judge.standard().judge(run, Criteria.defaults()).reasons().stream()
        .map(Reason::code)
        .toList();
  }

  /**
   * Runs a fleet.
   *
   * @param lost which calls are acknowledged though the cluster never hears of them
   */
  private RunRecord run(Speakers clients, Predicate<Call> lost, Wave... waves) throws Exception {
    Duration second = Duration.ofSeconds(1);
    Traffic traffic =
        new Traffic(
            "test",
            List.of(
                ServiceClass.plain("business", Map.of(10, 6)),
                ServiceClass.plain("jobs", Map.of(1, 6))),
            configurations,
            null,
            List.of(waves));
    Workload settings =
        Workloads.of(INSTANCES, 12, clients.clients)
            .withPopulation(new Population(traffic, "capacity-waves", "capacity", Shard.WHOLE))
            .withTiming(
                Timing.USUAL
                    .withWarmUp(second.multipliedBy(10))
                    .withDuration(second.multipliedBy(120)));
    Progress progress =
        new QuietProgress() {
          @Override
          public void event(String kind, Map<String, Object> fields) {
            if (kind.equals(Event.WAVE)) {
              events.add(fields);
            }
          }
        };
    return clients.fleet(folder).losing(lost).run(settings, progress, Scenario.NONE);
  }
}
