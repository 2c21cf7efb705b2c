package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.checker.Bound;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole fleet over gRPC, in virtual time. */
class GrpcFleetTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int INSTANCES = 60;

  @TempDir private Path folder;
  private ModelFleet fleet;

  @BeforeEach
  void makeFleet() throws IOException {
    fleet = new ModelFleet(folder, "2.2.4");
  }

  @Test
  void shouldReconnectEveryClientWhenItsNodeDies() throws Exception {
    RunRecord run = run(ClientModel.POLLING, 0, fleet.killing(0));

    OperationResult connect = run.operations().get("connect");
    assertThat(connect.ok())
        .as("of the lost connections, those that beat")
        .isBetween(INSTANCES / 4L, (long) fleet.lostConnections);
    assertThat(connect.failures()).isZero();
    assertThat(run.operations().get("register").ok())
        .as("all but connections for configurations")
        .isBetween(INSTANCES / 4L, connect.ok());
    assertThat(run.operations().get("list").failed()).isEmpty();
    assertThat(run.workload().admissions()).isPositive();
    assertThat(run.registry().keptBeatingYetDropped()).isZero();
  }

  @Test
  void shouldMeasurePushes() throws Exception {
    RunRecord run = run(ClientModel.JAVA_2X, 2, Scenario.NONE);

    assertThat(run.pushes().count()).isPositive();
    assertThat(run.pushes().latencyMs().p50()).isPositive();
    assertThat(run.operations()).doesNotContainKey("list");
    assertThat(run.workload().list(Transport.GRPC)).isZero();
    assertThat(run.operations().get("beat").failed()).isEmpty();
    fleet.assertNothingIsRegisteredAfter(SECOND.multipliedBy(5));
  }

  /** A push is the only source of a java-2x client. */
  @Test
  void shouldFailWhenASubscriberIsNotPushedTo() throws Exception {
    fleet.withoutPushesTo(subscriber -> subscriber == 7);

    RunRecord run = run(ClientModel.JAVA_2X, 2, Scenario.NONE, SECOND.multipliedBy(60));

    assertThat(run.changes().incomplete()).isPositive();
    assertThat(Judge.standard().judge(run, Criteria.defaults()).reasons())
        .extracting(Reason::code)
        .containsExactly(Criterion.UNDELIVERED_CHANGES);
  }

  @Test
  void shouldPassWhenEverySubscriberIsPushedTo() throws Exception {
    RunRecord run = run(ClientModel.JAVA_2X, 2, Scenario.NONE, SECOND.multipliedBy(60));

    assertThat(Judge.standard().judge(run, Criteria.defaults()).status()).isEqualTo(Status.PASS);
    assertThat(Bound.of(Judge.standard().judged(run, Criteria.defaults())))
        .filteredOn(bound -> bound.criterion().name().equals(Criterion.UNDELIVERED_CHANGES))
        .extracting(Bound::state)
        .containsExactly("kept");
  }

  private RunRecord run(ClientModel model, int subscribe, Scenario scenario) throws Exception {
    return run(model, subscribe, scenario, SECOND.multipliedBy(20));
  }

  private RunRecord run(ClientModel model, int subscribe, Scenario scenario, Duration window)
      throws Exception {
    Workload settings =
        Workloads.of(INSTANCES, 6, Workloads.grpc(model, subscribe, false))
            .withTiming(
                Workloads.EVERY_SECOND
                    .withList(SECOND.multipliedBy(2))
                    .withListen(SECOND)
                    .withRamp(SECOND)
                    .withDuration(window));
    return fleet.run(settings, new QuietProgress(), scenario);
  }
}
