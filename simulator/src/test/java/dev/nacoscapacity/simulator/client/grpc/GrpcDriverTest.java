package dev.nacoscapacity.simulator.client.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.grpc.HandHeldLinks.Answer;
import dev.nacoscapacity.simulator.client.grpc.HandHeldLinks.Link;
import dev.nacoscapacity.simulator.client.grpc.HandHeldLinks.Request;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.engine.ConnectCall;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a client does, in virtual time, on links whose other end the test holds. */
class GrpcDriverTest {

  private static final Fleet FLEET = Workloads.fleet(20, 4);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration EXPIRY = Duration.ofMillis(500);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Answer NEGOTIATES = new Answer(null, true, 0, 0);
  private static final Answer FIVE = new Answer(null, false, 5, 5);

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private HandHeldLinks links = new HandHeldLinks(3, time, FLEET);
  private final List<Call> completed = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private String token = "token";
  private GrpcDriver driver = driver(links, 1);

  GrpcDriverTest() {
    time.after(EXPIRY.toNanos(), this::expire);
  }

  private GrpcDriver driver(GrpcLinks links, long seed) {
    GrpcSettings settings =
        Workloads.grpc(
            Workloads.ofDriver(
                new GrpcClients(ClientModel.POLLING, 0, ConfigConnections.SERVICE, CALL_TIMEOUT)));
    return new GrpcDriver(
        settings,
        links,
        new ClientTokens(client -> token, (token, client) -> refused.add(token)),
        new NoHttp(),
        seed,
        new Events());
  }

  private void expire() {
    driver.expire(time.nanos());
    time.after(EXPIRY.toNanos(), this::expire);
  }

  private void pass(Duration duration) {
    time.runUntil(time.nanos() + duration.toNanos(), () -> false);
  }

  private Call send(Operation operation, int actor) {
    Call call =
        CallFixtures.begun(operation, actor, FLEET.serviceOf(actor), time.nanos(), time.nanos());
    driver.send(call);
    return call;
  }

  private void assertEnded(Call call, String failure) {
    assertThat(completed).contains(call);
    assertThat(call.failure).isEqualTo(failure);
  }

  /** A client's connection to a server of before 2.3. */
  private Link connected(int actor) {
    Call connect = send(Operation.CONNECT, actor);
    Link link = links.last();
    link.last().accept();
    pass(Duration.ofMillis(100));
    assertEnded(connect, null);
    return link;
  }

  @Test
  void shouldConnectRegisterAndListOnVirtualTime() {
    assertThat(driver.connected(1, Channel.NAMING)).isFalse();
    Call connect = send(Operation.CONNECT, 1);
    Link link = links.last();
    assertThat(link.last().operation).isEqualTo(Operation.CONNECT);
    pass(MILLI.multipliedBy(2));
    assertThat(link.stream).isNull();
    link.last().accept();
    assertThat(link.stream).isNotNull();
    pass(MILLI.multipliedBy(99));
    assertThat(driver.connected(1, Channel.NAMING)).isFalse();
    pass(MILLI);

    assertThat(driver.connected(1, Channel.NAMING)).isTrue();
    assertThat(((ConnectCall) connect).serverCheck()).isEqualTo(MILLI.toNanos() * 2);
    assertThat(connect.answered).isEqualTo(MILLI.toNanos() * 102);

    Call register = send(Operation.REGISTER, 1);
    assertThat(link.last().token).isEqualTo("token");
    link.last().accept();
    Call list = send(Operation.LIST, 1);
    pass(MILLI);
    link.last().answer(new Answer(null, false, 5, 4));

    assertThat(completed).containsExactly(connect, register, list);
    assertThat(list.failure).isNull();
    assertThat(list.server).isEqualTo(link.server);
    assertThat(List.of(((ListCall) list).hosts, ((ListCall) list).healthy)).containsExactly(5, 4);
    assertThat(list.answered - list.written).isEqualTo(MILLI.toNanos());
  }

  @Test
  void shouldPassHttpCallsToTheHttpDriver() {
    Call beat = CallFixtures.begun(Operation.BEAT, 1, FLEET.serviceOf(1), 0, 0);
    beat.transport = Transport.HTTP;

    assertThatThrownBy(() -> driver.send(beat)).hasMessage("not over HTTP: BEAT");
  }

  /** Its configuration connection would stay open for nobody. */
  @Test
  void shouldCloseItsOnlyConnectionWhenItLeaves() {
    Call connect = new ConnectCall(Channel.CONFIG);
    connect.begin(1, FLEET.serviceOf(1), 0, 0);
    driver.send(connect);
    Link config = links.last();
    config.last().accept();
    pass(Duration.ofMillis(100));
    assertThat(connect.failure).isNull();

    Call leave = send(Operation.DEREGISTER, 1);

    assertEnded(leave, null);
    assertThat(config.closed).isTrue();
    assertEnded(send(Operation.DEREGISTER, 2), null);
  }

  @Test
  void shouldWaitForTheSetUpAcknowledgementOfAServerThatNegotiates() {
    Call connect = send(Operation.CONNECT, 1);
    Link link = links.last();
    link.last().answer(NEGOTIATES);
    pass(Duration.ofSeconds(4));
    assertThat(completed).isEmpty();
    link.stream.setUpAcknowledged();

    assertThat(completed).containsExactly(connect);
    assertThat(connect.failure).isNull();
    pass(Duration.ofSeconds(10));
    assertThat(driver.connected(1, Channel.NAMING)).isTrue();
  }

  @Test
  void shouldOnlyAcknowledgeAResetDuringAFirstSetUp() {
    Call connect = send(Operation.CONNECT, 1);
    Link link = links.last();
    int other = (link.server + 2) % 3;
    link.last().accept();
    link.stream.reset("7", other);
    pass(Duration.ofMillis(100));

    assertThat(link.acknowledged).containsExactly("RESET 7");
    assertThat(events).isEmpty();
    assertThat(completed).containsExactly(connect);
    assertThat(connect.failure).isNull();
    assertThat(connected(1).server).isNotEqualTo(other);
  }

  @Test
  void shouldMoveOnWhenItsNewServerResetsIt() {
    connected(1);
    send(Operation.CONNECT, 1);
    Link next = links.last();
    int other = (next.server + 2) % 3;
    next.last().accept();
    next.stream.reset("7", other);

    assertThat(next.acknowledged).containsExactly("RESET 7");
    assertThat(events).containsExactly("1 disconnected");
    assertThat(connected(1).server).isEqualTo(other);
  }

  @Test
  void shouldTryTheNextServerWhenTheSetUpIsNotAcknowledged() {
    Call connect = send(Operation.CONNECT, 1);
    Link silent = links.last();
    silent.last().answer(NEGOTIATES);
    pass(Duration.ofSeconds(5));

    assertThat(silent.closed).isTrue();
    assertThat(links.last().server).isEqualTo((silent.server + 1) % 3);
    assertThat(connect.failovers).isEqualTo(1);
    assertThat(completed).isEmpty();
    silent.stream.setUpAcknowledged();
    assertThat(driver.connected(1, Channel.NAMING)).isFalse();
  }

  @Test
  void shouldTryEachServerWhenTheServerCheckTimesOut() {
    Call connect = send(Operation.CONNECT, 1);
    pass(CALL_TIMEOUT.minus(MILLI));
    assertThat(links.links).hasSize(1);
    pass(MILLI);
    assertThat(links.links).hasSize(2);
    assertThat(links.links.get(0).closed).isTrue();
    assertThat(links.links.get(0).last().givenUp).isTrue();
    pass(CALL_TIMEOUT.multipliedBy(2));

    assertThat(completed).containsExactly(connect);
    assertThat(connect.failure).isEqualTo("timed out");
    assertThat(connect.failovers).isEqualTo(2);
    assertThat(connect.answered).isEqualTo(CALL_TIMEOUT.toNanos() * 3);
    assertThat(links.links.stream().map(link -> link.server)).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(driver.connections()).isZero();
  }

  @Test
  void shouldAcknowledgeADetectionAndCountItAsALifeSign() {
    Link link = connected(1);
    pass(Duration.ofSeconds(5));
    assertThat(driver.needsBeat(1, Channel.NAMING, time.nanos())).isTrue();
    link.stream.requestReceived(ServerRequest.DETECTION, "7");

    assertThat(link.acknowledged).containsExactly("DETECTION 7");
    assertThat(driver.needsBeat(1, Channel.NAMING, time.nanos())).isFalse();
    assertThat(events).isEmpty();
  }

  @Test
  void shouldReportAPushAndAcknowledgeEvenAForeignOne() {
    Link link = connected(1);
    Listing empty = (fleet, hosts) -> true;
    link.stream.pushed("8", 2, empty);
    link.stream.pushed("9", -1, empty);

    assertThat(events).containsExactly("1 was told of service 2");
    assertThat(link.acknowledged).containsExactly("PUSH 8", "PUSH 9");
  }

  /** Each is, with a share of 1. */
  @Test
  void shouldDelayAllThatASlowClientDoes() {
    links = new HandHeldLinks(3, time, Workloads.slowFleet(20, 4, 1, 2));
    driver = driver(links, 1);
    Link link = connected(1);
    link.stream.requestReceived(ServerRequest.DETECTION, "7");
    link.stream.pushed("8", 2, (fleet, hosts) -> true);
    link.stream.configChanged("9", "a");
    Call list = send(Operation.LIST, 1);
    link.last().answer(FIVE);
    long answered = time.nanos();

    pass(Duration.ofMillis(1_999));
    assertThat(link.acknowledged).isEmpty();
    assertThat(events).isEmpty();
    assertThat(completed).doesNotContain(list);
    pass(MILLI);
    assertThat(link.acknowledged).containsExactly("DETECTION 7", "PUSH 8", "CONFIG_CHANGE 9");
    assertThat(events).containsExactly("1 was told of service 2", "1 was told of a");
    assertThat(completed).contains(list);
    assertThat(list.answered - answered).isEqualTo(Duration.ofSeconds(2).toNanos());
  }

  @Test
  void shouldReportALostConnectionOnceAndKeepItsCallsWaiting() {
    Link link = connected(1);
    Call list = send(Operation.LIST, 1);
    link.last().fail(UnaryListener.CLOSED);
    link.stream.closed(UnaryListener.CLOSED);

    assertThat(events).containsExactly("1 disconnected");
    assertThat(link.closed).isTrue();
    assertThat(driver.connected(1, Channel.NAMING)).isFalse();
    assertThat(completed).doesNotContain(list);
    Link next = connected(1);
    assertThat(next.server).isEqualTo((link.server + 1) % 3);
    pass(EXPIRY);
    next.last().answer(FIVE);
    assertEnded(list, null);
    assertThat(list.server).isEqualTo(next.server);
    assertThat(list.failovers).isEqualTo(1);
  }

  @Test
  void shouldNotCountTheWaitForAFirstConnectionAsARetry() {
    Call list = send(Operation.LIST, 1);
    Link link = connected(1);
    pass(EXPIRY);
    link.last().answer(FIVE);

    assertThat(completed).contains(list);
    assertThat(list.failovers).isZero();
  }

  @Test
  void shouldCountARetryWhenACallMovesToAReplacementConnection() {
    connected(1);
    Call list = send(Operation.LIST, 1);
    Link next = connected(1);
    next.last().answer(FIVE);

    assertEnded(list, null);
    assertThat(list.failovers).isEqualTo(1);
  }

  @Test
  void shouldDropAConnectionBeforeItsCallsSeekAnother() {
    Link link = connected(1);
    Call list = send(Operation.LIST, 1);
    link.stream.closed("connection reset");

    assertThat(events).containsExactly("1 disconnected");
    assertThat(link.closed).isTrue();
    assertThat(list.attempt).isEqualTo(1);
    pass(CALL_TIMEOUT.plus(EXPIRY));
    assertEnded(list, GrpcDriver.NOT_CONNECTED);
    assertThat(link.requests).hasSize(2);
  }

  @Test
  void shouldTryTheNextServerWhenASetUpFails() {
    Call connect = send(Operation.CONNECT, 1);
    links.last().last().fail("connection refused");
    links.last().last().accept();
    links.last().stream.closed("connection reset");
    assertThat(completed).isEmpty();
    links.last().last().fail("connect timed out");

    assertThat(completed).containsExactly(connect);
    assertThat(connect.failure).isEqualTo("connect timed out");
    assertThat(connect.failovers).isEqualTo(2);
    assertThat(links.links).allSatisfy(link -> assertThat(link.closed).isTrue());
    assertThat(events).isEmpty();
  }

  @Test
  void shouldMoveToTheServerThatAResetNames() {
    Link link = connected(1);
    int other = (link.server + 2) % 3;
    link.stream.reset("12", other);

    assertThat(link.acknowledged).containsExactly("RESET 12");
    assertThat(events).containsExactly("1 disconnected");
    assertThat(driver.connected(1, Channel.NAMING)).isTrue();
    assertThat(link.closed).isFalse();
    assertThat(connected(1).server).isEqualTo(other);
    assertThat(link.closed).isTrue();
    assertThat(driver.connections()).isEqualTo(1);
  }

  @Test
  void shouldRepeatAHealthCheckOnTheNewConnectionAfterAMove() {
    Link link = connected(1);
    Call beat = send(Operation.BEAT, 1);
    link.stream.reset("12", -1);
    Link next = connected(1);

    assertThat(next.last().operation).isEqualTo(Operation.BEAT);
    next.last().accept();
    assertEnded(beat, null);
    assertThat(beat.failovers).isEqualTo(1);
  }

  @Test
  void shouldMoveToTheNextServerWhenAResetNamesNone() {
    Link link = connected(1);
    link.stream.reset("12", -1);
    assertThat(connected(1).server).isEqualTo((link.server + 1) % 3);
  }

  @Test
  void shouldOweABeatOnlyWhenIdle() {
    Link link = connected(1);
    send(Operation.LIST, 1);
    link.last().answer(FIVE);
    long idle = time.nanos() + Duration.ofSeconds(5).toNanos();
    assertThat(driver.needsBeat(1, Channel.NAMING, idle - 1)).isFalse();
    assertThat(driver.needsBeat(1, Channel.NAMING, idle)).isTrue();
    pass(MILLI);
    send(Operation.BEAT, 1);
    link.last().accept();
    assertThat(driver.needsBeat(1, Channel.NAMING, idle)).as("a beat is no activity").isTrue();
    assertThat(driver.needsBeat(2, Channel.NAMING, idle)).as("not connected").isFalse();
  }

  @Test
  void shouldGiveAConnectionUpAfterFourHealthChecksWithoutAnAnswer() {
    Link link = connected(1);
    Call beat = send(Operation.BEAT, 1);
    pass(CALL_TIMEOUT.multipliedBy(4));
    assertThat(completed).doesNotContain(beat);
    pass(EXPIRY.multipliedBy(4));

    assertEnded(beat, "timed out");
    assertThat(link.requests).hasSize(1 + 4);
    assertThat(link.closed).isTrue();
    assertThat(events).containsExactly("1 disconnected");
  }

  @Test
  void shouldIgnoreALateAnswerToARecycledCall() {
    Link link = connected(1);
    Call list = send(Operation.LIST, 1);
    Request late = link.last();
    pass(CALL_TIMEOUT.plus(EXPIRY));
    assertThat(list.failure).isEqualTo("timed out");
    list.begin(2, 2, time.nanos(), time.nanos());
    late.answer(FIVE);

    assertThat(((ListCall) list).hosts).isZero();
    assertThat(completed.stream().filter(list::equals)).hasSize(1);
  }

  @Test
  void shouldWaitForAFreshTokenWhenOneIsRefused() {
    Link link = connected(1);
    Call list = send(Operation.LIST, 1);
    link.last().answer(new Answer(dev.nacoscapacity.simulator.client.Answer.REFUSED, false, 0, 0));
    pass(EXPIRY);
    assertThat(refused).containsExactly("token");
    assertThat(completed).doesNotContain(list);
    token = "fresh";
    pass(EXPIRY);

    assertThat(link.last().token).isEqualTo("fresh");
    link.last().accept();
    assertThat(list.failure).isNull();
  }

  @Test
  void shouldEndSetUpsAndCallsWhenClosed() {
    Link link = connected(1);
    Call connect = send(Operation.CONNECT, 2);
    Call list = send(Operation.LIST, 1);
    driver.close();

    assertThat(List.of(connect.failure, list.failure)).containsOnly(Driver.UNANSWERED);
    assertThat(link.last().givenUp).isTrue();
    assertThat(driver.connections()).isZero();
    assertEnded(send(Operation.LIST, 3), Driver.UNANSWERED);
    assertThat(completed).hasSize(4);
    assertThat(events).isEmpty();
  }

  @Test
  void shouldChooseTheSameServersFromTheSameSeed() {
    assertThat(choices(7)).isEqualTo(choices(7)).isNotEqualTo(choices(8));
  }

  private List<Integer> choices(long seed) {
    HandHeldLinks own = new HandHeldLinks(3, time, FLEET);
    GrpcDriver other = driver(own, seed);
    for (int instance = 0; instance < FLEET.size(); instance++) {
      other.send(CallFixtures.begun(Operation.CONNECT, instance, FLEET.serviceOf(instance), 0, 0));
    }
    return own.links.stream().map(link -> link.server).toList();
  }

  private final class Events implements CallListener {

    @Override
    public void completed(Call call) {
      completed.add(call);
    }

    @Override
    public void disconnected(int actor, Channel channel) {
      events.add(actor + (channel == Channel.CONFIG ? " lost its configuration" : " disconnected"));
    }

    @Override
    public void pushed(int subscriber, int service, Listing listing) {
      events.add(subscriber + " was told of service " + service);
    }

    @Override
    public void configChanged(int listener, String dataId) {
      events.add(listener + " was told of " + dataId);
    }
  }
}
