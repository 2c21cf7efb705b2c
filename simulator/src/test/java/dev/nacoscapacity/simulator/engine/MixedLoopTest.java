package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One event loop of a fleet that speaks both protocols. */
class MixedLoopTest extends OnOneLoop {

  private static final int LIST = 10_000;

  private FleetLoop loop;

  /** Ten instances of two services, which wait to be registered; those over gRPC list nothing. */
  private void create(double grpcShare) {
    create(grpcShare, 0);
  }

  private void create(double grpcShare, int subscribe) {
    Clients both =
        new MixedClients(
            grpcShare,
            HttpClients.DEFAULT_CALL_TIMEOUT,
            Workloads.grpc(ClientModel.JAVA_2X, subscribe, false));
    loop = loop(10, 2, beats().list(LIST).listen(30_000).admissions(1_000).clients(both));
  }

  /** The same once they are registered, with answers that come at once. */
  private void start(double grpcShare) {
    create(grpcShare);
    register();
  }

  private void register() {
    for (Operation operation : Operation.values()) {
      if (operation != Operation.LISTEN) {
        driver.answerAtOnce(operation);
      }
    }
    loop.startLoad(now);
    ramp(loop, Operation.REGISTER);
    advance(200);
    assertThat(loop.instances.rampState().finished()).isTrue();
    loop.instances.endRamp();
  }

  private void migrateAll() {
    loop.instances.migrate(1);
    advance(2_000);
  }

  private static long ok(RunStats stats, Operation operation, Transport transport) {
    return stats.of(operation, transport).count(OperationCount.OK);
  }

  @Test
  void shouldCallOverEachClientsProtocolAtItsPeriods() {
    start(0.4);
    RunStats ramp = loop.takeSecond();
    advance(2 * LIST);
    RunStats stats = loop.takeSecond();

    assertThat(ok(ramp, Operation.REGISTER, Transport.HTTP)).isEqualTo(6);
    assertThat(ok(ramp, Operation.REGISTER, Transport.GRPC)).isEqualTo(4);
    assertThat(ok(stats, Operation.BEAT, Transport.HTTP)).isEqualTo(6 * 2 * LIST / BEAT);
    assertThat(ok(stats, Operation.LIST, Transport.HTTP)).isEqualTo(6 * 2);
    assertThat(stats.operations()).doesNotContainKeys("list.grpc", "beat", "listen");
  }

  /** Each service's first instance listens, over what it speaks. */
  @Test
  void shouldListenForEachServiceOverOneProtocol() {
    start(0.5);
    advance(180_000);

    List<Call> polls = driver.calls(Operation.LISTEN);
    assertThat(polls).extracting(call -> call.transport).containsOnlyOnce(Transport.HTTP);
    assertThat(polls).extracting(call -> call.transport).contains(Transport.GRPC);
    assertThat(polls).extracting(call -> call.actor).containsExactlyInAnyOrder(0, 1);
  }

  /** A configuration connection for each service whose first instance has one of its own. */
  @Test
  void shouldConnectOnlyGrpcClients() {
    start(0.5);

    RunStats stats = loop.takeSecond();
    assertThat(ok(stats, Operation.CONNECT, Transport.GRPC)).isEqualTo(1);
    assertThat(ok(stats, Operation.CONNECT, Transport.HTTP)).isZero();
  }

  @Test
  void shouldCountOnlyBeatsAsLifeSignsOverHttp() {
    start(0);
    driver.keepAliveByEveryCall();
    int before = observer.beats();
    advance(LIST);

    assertThat(observer.beats() - before).isEqualTo(10 * LIST / BEAT);
  }

  @Test
  void shouldMoveClientsFromHttpToGrpc() {
    start(0);
    loop.takeSecond();
    observer.notes().clear();
    migrateAll();
    RunStats moved = loop.takeSecond();
    advance(LIST);
    RunStats after = loop.takeSecond();

    assertThat(ok(moved, Operation.DEREGISTER, Transport.HTTP)).isEqualTo(10);
    assertThat(ok(moved, Operation.REGISTER, Transport.GRPC)).isEqualTo(10);
    assertThat(ok(moved, Operation.CONNECT, Transport.GRPC))
        .as("each, and a service")
        .isEqualTo(12);
    assertThat(observer.notes())
        .containsSubsequence("deregistered 3", "changing 3", "registered 3");
    assertThat(ok(after, Operation.BEAT, Transport.GRPC)).isPositive();
    assertThat(after.operations()).doesNotContainKeys("beat.http", "list.http");
  }

  @Test
  void shouldCountAClientBetweenProtocolsAsUnserved() {
    start(0);
    driver.hold(Operation.CONNECT);
    loop.instances.migrate(1);
    advance(5_000);
    RunStats second = loop.takeSecond();
    long departures = ok(second, Operation.DEREGISTER, Transport.HTTP);

    assertThat(departures).isPositive();
    assertThat(moving(second)).isEqualTo(departures);
    assertThat(
            second.of(Operation.REGISTER, Transport.GRPC).count(OperationCount.LONGEST_UNSERVED_MS))
        .isBetween(4_000L, 5_000L);

    driver.answerAtOnce(Operation.CONNECT);
    driver.answerAll(Operation.CONNECT, ok());
    advance(5_000);
    assertThat(moving(loop.takeSecond())).isZero();
  }

  private static long moving(RunStats second) {
    return second.of(Operation.REGISTER, Transport.GRPC).count(OperationCount.UNSERVED);
  }

  /** A new connection would take the instance with it. */
  @Test
  void shouldRepeatAFailedSubscriptionOnTheSameConnection() {
    create(0, 1);
    register();
    driver.hold(Operation.SUBSCRIBE);
    migrateAll();
    Call failed = driver.calls(Operation.SUBSCRIBE).get(0);
    String again = "SUBSCRIBE " + failed.actor;
    String connect = "CONNECT " + failed.actor;
    driver.answer(failed, failed("timed out"));
    driver.sent().clear();

    advance(3_000);
    assertThat(driver.sent()).containsOnlyOnce(again).doesNotContain(connect);
  }

  /** A client that waits for its turn is one of the protocol that it still speaks. */
  @Test
  void shouldRegisterAgainOverHttpWhileItWaitsToMove() {
    start(0);
    driver.hold(Operation.DEREGISTER);
    loop.instances.migrate(1);
    advance(10);
    List<Integer> leaving =
        driver.calls(Operation.DEREGISTER).stream().map(call -> call.actor).toList();
    driver.hold(Operation.BEAT);
    advance(BEAT);
    Call forgotten =
        driver.calls(Operation.BEAT).stream()
            .filter(call -> !leaving.contains(call.actor))
            .findFirst()
            .orElseThrow();
    observer.notes().clear();
    driver.answer(forgotten, unknownInstance());

    assertThat(observer.notes()).contains("registered " + forgotten.actor);
  }

  @Test
  void shouldNotMoveClientsThatSpeakItAlready() {
    start(0.4);
    loop.takeSecond();
    loop.instances.migrate(0.6);
    advance(2_000);

    RunStats moved = loop.takeSecond();
    assertThat(ok(moved, Operation.DEREGISTER, Transport.HTTP)).isEqualTo(2);
    assertThat(ok(moved, Operation.DEREGISTER, Transport.GRPC)).isZero();
  }

  /** A registry that forgot it is told of it by the protocol that it left, and by no other. */
  @Test
  void shouldIgnoreALateAnswerOverItsOldProtocol() {
    start(0);
    driver.hold(Operation.BEAT);
    advance(BEAT);
    Call late = driver.calls(Operation.BEAT).get(0);
    migrateAll();
    observer.notes().clear();
    driver.answer(late, unknownInstance());

    assertThat(observer.notes()).isEmpty();
  }

  /** What it did not get over HTTP is no outage of a client over gRPC. */
  @Test
  void shouldEndAnOutageWhenAClientChangesItsProtocol() {
    start(0);
    driver.hold(Operation.BEAT);
    advance(BEAT);
    driver.answerAll(Operation.BEAT, failed("timed out"));
    assertThat(unserved(Transport.HTTP)).isEqualTo(10);
    driver.answerAtOnce(Operation.BEAT);
    migrateAll();

    assertThat(unserved(Transport.HTTP)).isZero();
  }

  /** Nor what it still waited for when it left. */
  @Test
  void shouldIgnoreALateFailureOverItsOldProtocol() {
    start(0);
    driver.hold(Operation.BEAT);
    advance(BEAT);
    List<Call> late = driver.calls(Operation.BEAT);
    driver.answerAtOnce(Operation.BEAT);
    migrateAll();
    late.forEach(call -> driver.answer(call, failed("timed out")));

    assertThat(late).hasSize(10);
    assertThat(unserved(Transport.HTTP)).isZero();
  }

  /** Set-ups of connections take longer, and must not make registrations over HTTP wait. */
  @Test
  void shouldLimitRegistrationsOverEachProtocolSeparately() {
    create(0.5);
    loop.startLoad(now);
    ramp(loop, Operation.REGISTER);
    advance(200);

    assertThat(driver.calls(Operation.REGISTER).size() + driver.calls(Operation.CONNECT).size())
        .as("4 at first over each")
        .isGreaterThan(4);
  }

  private long unserved(Transport transport) {
    return loop.takeSecond().of(Operation.BEAT, transport).count(OperationCount.UNSERVED);
  }
}
