package dev.nacoscapacity.simulator.client.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.simulator.StandIns;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.engine.ConnectCall;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.engine.SubscribeCall;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The driver against stand-in nodes, and against what is none. */
@Timeout(180)
class GrpcDriverIT {

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Fleet FLEET = Workloads.fleet(20, 4);

  private static StandInCluster cluster;

  private final EventLoopGroup group = NettyTransport.eventLoops("driver", 1);
  private final BlockingQueue<Call> completed = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> disconnected = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> pushed = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> named = new LinkedBlockingQueue<>();
  private final List<String> refused = new ArrayList<>();
  private List<InetSocketAddress> servers = List.of();
  private GrpcDriver driver;

  @BeforeAll
  static void start() {
    cluster = StandIns.start(3, true);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void closeAndCountChannels() {
    if (driver != null) {
      run(d -> d.close());
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(5))
          .untilAsserted(() -> assertThat(OpenChannels.to(servers)).isEmpty());
      assertThat(connections()).isZero();
    }
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private void drive(IntFunction<String> tokens, InetSocketAddress... addresses) {
    servers = List.of(addresses);
    GrpcSettings settings =
        Workloads.grpc(
            Workloads.ofDriver(
                new GrpcClients(ClientModel.POLLING, 0, ConfigConnections.SERVICE, CALL_TIMEOUT)));
    CallListener listener =
        new CallListener() {
          @Override
          public void completed(Call call) {
            completed.add(call);
          }

          @Override
          public void disconnected(int actor, Channel channel) {
            disconnected.add(channel == Channel.CONFIG ? -1 - actor : actor);
          }

          @Override
          public void pushed(int subscriber, int service, Listing listing) {
            if (listing.read(FLEET, (instance, healthy) -> named.add(instance))) {
              pushed.add(subscriber);
            }
          }
        };
    driver =
        new GrpcDriver(
            settings,
            new NettyLinks(group.next(), FLEET, settings, servers),
            new ClientTokens(tokens, (token, client) -> refused.add(token)),
            new NoHttp(),
            1,
            listener);
  }

  private void driveCluster() {
    String token = token();
    drive(client -> token, addresses());
  }

  private static InetSocketAddress[] addresses() {
    return cluster.nodes().stream().map(GrpcDriverIT::grpc).toArray(InetSocketAddress[]::new);
  }

  private static InetSocketAddress grpc(Node node) {
    return new InetSocketAddress(node.http().getAddress(), GrpcPorts.client(node.http().getPort()));
  }

  private static String token() {
    return AdminClient.of(cluster.node(2).http(), PATIENCE).login("nacos", "nacos").token();
  }

  private void run(Consumer<GrpcDriver> action) {
    onLoop(
        d -> {
          action.accept(d);
          return null;
        });
  }

  private <T> T onLoop(Function<GrpcDriver, T> action) {
    return group.next().submit(() -> action.apply(driver)).syncUninterruptibly().getNow();
  }

  private boolean is(Predicate<GrpcDriver> state) {
    return this.<Boolean>onLoop(state::test);
  }

  private int connections() {
    return this.<Integer>onLoop(GrpcDriver::connections);
  }

  private Call send(Operation operation, int actor) {
    return send(call(operation, actor));
  }

  private Call send(Call call) {
    run(d -> d.send(call));
    return call;
  }

  private static Call call(Operation operation, int actor) {
    long now = System.nanoTime();
    return CallFixtures.begun(operation, actor, FLEET.serviceOf(actor), now, now);
  }

  private void expire(Duration later) {
    run(d -> d.expire(System.nanoTime() + later.toNanos()));
  }

  /** The call, once it has ended. */
  private Call ended(Call call) {
    await().atMost(PATIENCE).until(() -> completed.contains(call));
    return call;
  }

  private Call ok(Operation operation, int actor) {
    Call call = ended(send(operation, actor));
    assertThat(call.failure).as(operation + " of " + actor).isNull();
    return call;
  }

  @Test
  void shouldConnectRegisterBeatListAndLeave() {
    driveCluster();

    assertThat(is(d -> d.connected(1, Channel.NAMING))).isFalse();
    ok(Operation.CONNECT, 1);
    assertThat(is(d -> d.connected(1, Channel.NAMING))).isTrue();
    ok(Operation.REGISTER, 1);
    ok(Operation.BEAT, 1);
    Call list = ok(Operation.LIST, 1);
    assertThat(((ListCall) list).hosts).isEqualTo(1);
    assertThat(((ListCall) list).healthy).isEqualTo(1);
    assertThat(list.written).isGreaterThan(list.startedAt).isLessThan(list.answered);
    ok(Operation.DEREGISTER, 1);

    assertThat(is(d -> d.connected(1, Channel.NAMING))).isFalse();
    assertThat(disconnected).isEmpty();
  }

  @Test
  void shouldListenOnAConnectionOfItsOwn() {
    driveCluster();
    assertThat(is(d -> d.connected(1, Channel.CONFIG))).isFalse();
    Call connect = new ConnectCall(Channel.CONFIG);
    connect.begin(1, FLEET.serviceOf(1), System.nanoTime(), System.nanoTime());
    assertThat(ended(send(connect)).failure).isNull();

    assertThat(is(d -> d.connected(1, Channel.CONFIG))).isTrue();
    ok(Operation.LISTEN, 1);
    assertThat(is(d -> d.connected(1, Channel.NAMING))).isFalse();
  }

  @Test
  void shouldReportPushes() {
    driveCluster();
    ok(Operation.CONNECT, 1);
    Call subscribe = call(Operation.SUBSCRIBE, 1);
    assertThat(ended(send(subscribe)).failure).isNull();
    ok(Operation.CONNECT, 5);
    ok(Operation.REGISTER, 5);

    assertThat(((SubscribeCall) subscribe).listing.read(FLEET, (instance, healthy) -> {})).isTrue();
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(pushed).contains(1));
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(named).contains(5));
  }

  @Test
  void shouldTryEachServerAndReportTheFault() {
    InetSocketAddress closed = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    drive(client -> null, closed, closed);

    Call connect = ended(send(Operation.CONNECT, 1));

    assertThat(connect.failure).isEqualTo("connection refused");
    assertThat(connect.failovers).isEqualTo(1);
  }

  @Test
  void shouldTimeOutWhenAServerAcceptsAndNeverAnswers() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      drive(client -> null, (InetSocketAddress) socket.getLocalSocketAddress());
      Call connect = send(Operation.CONNECT, 1);
      expire(CALL_TIMEOUT.minusSeconds(20));
      assertThat(completed).isEmpty();
      expire(CALL_TIMEOUT.plusSeconds(5));

      assertThat(ended(connect).failure).isEqualTo("timed out");
    }
  }

  @Test
  void shouldNotBlameATokenThatCameAfterTheRefusedOne() {
    String fresh = token();
    String[] token = {"stale"};
    drive(client -> token[0], addresses());
    ok(Operation.CONNECT, 1);
    Call list = call(Operation.LIST, 1);
    onLoop(
        d -> {
          d.send(list);
          token[0] = fresh;
          return null;
        });
    await().atMost(PATIENCE).until(() -> !onLoop(d -> List.copyOf(refused)).isEmpty());
    expire(Duration.ZERO);

    assertThat(ended(list).failure).isNull();
    assertThat(refused).containsExactly("stale");
  }

  @Test
  void shouldFailACallWithoutATokenAtOnceWhenOneIsRequired() {
    drive(client -> null, addresses());
    ok(Operation.CONNECT, 1);

    assertThat(ended(send(Operation.LIST, 1)).failure).isEqualTo(Answer.REFUSED);
    assertThat(refused).isEmpty();
  }

  @Test
  void shouldMoveWhenAServerAsksItTo() {
    driveCluster();
    int server = ok(Operation.CONNECT, 1).server;
    // It takes itself for connected after 100 ms: the answer says that the server knows it.
    ok(Operation.BEAT, 1);
    int other = (server + 1) % 3;
    cluster.node(server).resetConnections(cluster.node(other));
    await().atMost(PATIENCE).until(() -> disconnected.contains(1));
    assertThat(is(d -> d.connected(1, Channel.NAMING))).isTrue();

    assertThat(ok(Operation.CONNECT, 1).server).isEqualTo(other);
    assertThat(connections()).isEqualTo(1);
  }

  @Test
  void shouldReportEachLostConnectionOnceWhenANodeDies() {
    driveCluster();
    List<Integer> onNode = new ArrayList<>();
    for (int instance = 0; instance < FLEET.size(); instance++) {
      if (ok(Operation.CONNECT, instance).server == 0) {
        onNode.add(instance);
      }
    }
    assertThat(onNode).isNotEmpty();
    cluster.node(0).kill();
    try {
      await().atMost(PATIENCE).until(() -> disconnected.size() >= onNode.size());
      assertThat(disconnected).containsExactlyInAnyOrderElementsOf(onNode);
      assertThat(connections()).isEqualTo(FLEET.size() - onNode.size());
      int lost = onNode.get(0);
      assertThat(ok(Operation.CONNECT, lost).server).isNotZero();
      ok(Operation.REGISTER, lost);
    } finally {
      cluster.node(0).start();
      cluster.start();
    }
  }

  @Test
  void shouldDropABrokenConnectionBeforeItsWaitingCallsSeekAnother() throws IOException {
    try (LeavingServer server = new LeavingServer()) {
      drive(client -> null, server.address());
      ok(Operation.CONNECT, 1);
      server.leave(PATIENCE);
      List<Call> lists = new ArrayList<>();
      // The first that finds the channel without its socket opens a new one, and waits for it.
      await()
          .atMost(PATIENCE)
          .until(() -> lists.add(send(Operation.LIST, 1)) && server.isComeBackTo());
      server.end();

      await().atMost(PATIENCE).until(() -> disconnected.contains(1));
      assertThat(lists).allSatisfy(list -> assertThat(list.attempt).isLessThan(3));
      assertThat(is(d -> d.connected(1, Channel.NAMING))).isFalse();
      assertThat(connections()).isZero();
    }
  }
}
