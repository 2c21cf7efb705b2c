package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.core.workload.ApiRate.Api;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An API that is called at a constant rate, in virtual time. */
class ApiRateTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int CONNECTIONS = 30;
  private static final int WINDOW = 20;

  @TempDir private Path folder;

  static Stream<Arguments> all() {
    return Stream.of(Api.values())
        .flatMap(
            api ->
                Stream.of(
                    Arguments.of(api, HttpClients.USUAL, "1.4.1"),
                    Arguments.of(api, Workloads.GRPC, "2.2.4")));
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldCallTheApiAsOftenAsAskedAndRemoveWhatItMade(Api api, Clients clients, String version)
      throws Exception {
    ModelFleet fleet = new ModelFleet(folder, version);

    RunRecord run = run(fleet, new ApiRate(api, 60, false), CONNECTIONS, clients);

    OperationResult calls = run.operations().get(api.operation().label());
    assertThat(calls.required()).isEqualTo(60 * WINDOW);
    assertThat(calls.ok()).isEqualTo(60 * WINDOW);
    assertThat(run.registry().complete()).isTrue();
    assertThat(run.operations().keySet())
        .as("nothing else but what keeps clients registered, and the look at the registry")
        .isSubsetOf(api.operation().label(), "beat", "sweep", "scrape");
    assertThat(run.lifecycle())
        .as("what was published is removed")
        .matches(of -> of.containsKey("remove") == api.ofConfigurations());
    fleet.assertNothingIsRegisteredAfter(SECOND.multipliedBy(60));
  }

  @Test
  void shouldPassWhenTheRegistryKeepsUp() throws Exception {
    RunRecord run =
        run(
            new ModelFleet(folder, "2.2.4"),
            new ApiRate(Api.REGISTER, 60, false),
            CONNECTIONS,
            Workloads.GRPC);

    assertThat(judge(run, "register.p99<1s").status()).isEqualTo(Status.PASS);
    assertThat(judge(run, "register.p50<0ms").reasons())
        .extracting(Reason::code)
        .containsExactly("latency");
  }

  /** One connection waits for each answer. */
  @Test
  void shouldFailWhenAllConnectionsAreBusyAsCallsFallDue() throws Exception {
    RunRecord run =
        run(
            new ModelFleet(folder, "2.2.4"),
            new ApiRate(Api.QUERY, 20_000, false),
            1,
            Workloads.GRPC);

    OperationResult calls = run.operations().get("list");
    assertThat(calls.skipped()).isPositive();
    assertThat(calls.skipped() + calls.achieved()).isEqualTo(calls.required());
    Verdict verdict = judge(run, "failed<1%");
    assertThat(verdict.status()).isEqualTo(Status.FAIL);
    assertThat(verdict.reasons()).extracting(Reason::code).contains("rate");
  }

  @Test
  void shouldRemoveItsConfigurationsWhenItIsInterrupted() throws Exception {
    ModelFleet fleet = new ModelFleet(folder, "2.2.4");

    RunRecord run =
        fleet.run(
            settings(new ApiRate(Api.PUBLISH, 90, false), CONNECTIONS, Workloads.GRPC),
            new QuietProgress() {
              @Override
              public void phase(String name, Duration expected) {
                if (name.equals(Phases.MEASURE)) {
                  fleet.interrupt();
                }
              }
            },
            Scenario.NONE);

    assertThat(run.interrupted()).isTrue();
    assertThat(run.lifecycle().get("remove").ok()).isEqualTo(CONNECTIONS);
    fleet.assertNothingIsRegisteredAfter(SECOND.multipliedBy(60));
  }

  /** Persistent instances do not expire, however long it takes to deregister them. */
  @Test
  void shouldDeregisterPersistentInstancesOnceTheRegistryTakesIt() throws Exception {
    RunRecord run = runPersistent(20);

    assertThat(run.notes()).extracting(Message::code).doesNotContain("note.left");
    assertThat(run.lifecycle().get("deregister").ok()).isEqualTo(CONNECTIONS);
  }

  @Test
  void shouldNameThePersistentInstancesThatItCouldNotDeregister() throws Exception {
    RunRecord run = runPersistent(3_600);

    assertThat(run.notes())
        .filteredOn(note -> note.code().equals("note.left"))
        .singleElement()
        .satisfies(
            note -> assertThat(note.text()).contains(run.workload().population().servicePrefix()));
  }

  /** No deregistration succeeds for so many seconds. */
  private RunRecord runPersistent(double seconds) throws Exception {
    ModelFleet fleet = new ModelFleet(folder, "1.4.1");
    double[] from = {Double.MAX_VALUE};
    fleet.losing(
        call -> {
          if (call.operation != Operation.DEREGISTER) {
            return false;
          }
          from[0] = Math.min(from[0], fleet.clock.seconds());
          boolean refused = fleet.clock.seconds() < from[0] + seconds;
          if (refused) {
            call.failure = "http 500";
          }
          return refused;
        });
    return run(fleet, new ApiRate(Api.REGISTER, 60, true), CONNECTIONS, HttpClients.USUAL);
  }

  @Test
  void shouldDeregisterAgainWhatALateRegistrationBroughtBack() throws Exception {
    ModelFleet fleet = new ModelFleet(folder, "1.4.1");
    boolean[] late = new boolean[1];
    fleet.delaying(
        call ->
            late[0] && call.operation == Operation.REGISTER && call.actor == 0
                ? SECOND.multipliedBy(8).toNanos()
                : 0);

    RunRecord run =
        fleet.run(
            settings(new ApiRate(Api.REGISTER, 60, false), CONNECTIONS, HttpClients.USUAL),
            new QuietProgress() {
              @Override
              public void phase(String name, Duration expected) {
                late[0] = late[0] || name.equals(Phases.SWEEP);
              }
            },
            Scenario.NONE);

    assertThat(run.lifecycle().get("deregister").ok()).isEqualTo(CONNECTIONS + 1);
    fleet.assertNothingIsRegisteredAfter(SECOND.multipliedBy(2));
  }

  private static Verdict judge(RunRecord run, String threshold) {
    return Judge.standard()
        .judge(
            run,
            Criteria.defaults()
                .withMinWindow(SECOND.multipliedBy(WINDOW))
                .with(Threshold.parse(threshold)));
  }

  private static RunRecord run(ModelFleet fleet, ApiRate rate, int connections, Clients clients)
      throws Exception {
    return fleet.run(settings(rate, connections, clients), new QuietProgress(), Scenario.NONE);
  }

  private static Workload settings(ApiRate rate, int connections, Clients clients) {
    int services = rate.api().ofConfigurations() ? connections : (connections + 9) / 10;
    Workload settings = Workloads.of(connections, services, clients);
    return settings
        .withPopulation(
            settings.population().withTraffic(Traffic.even(connections, services).withRate(rate)))
        .withTiming(
            settings
                .timing()
                .withList(Duration.ZERO)
                .withListen(Duration.ZERO)
                .withWarmUp(SECOND.multipliedBy(10))
                .withDuration(SECOND.multipliedBy(WINDOW)));
  }
}
