package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Tests of the driver against servers on loopback that misbehave as scripted. */
@Timeout(120)
abstract class AgainstScriptedServers {

  static final Duration CALL_TIMEOUT = Duration.ofSeconds(50);

  /** With a machine that stalls. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  final EventLoopGroup group = NettyTransport.eventLoops(DriverLeaks.THREADS, 1);
  private Fleet fleet = Workloads.fleet(100, 10);
  final BlockingQueue<Call> completed = new LinkedBlockingQueue<>();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  final AtomicInteger writes = new AtomicInteger();
  private final List<ScriptedServer> servers = new ArrayList<>();
  private final CallListener listener =
      new CallListener() {
        @Override
        public void written(Call call) {
          writes.incrementAndGet();
        }

        @Override
        public void completed(Call call) {
          threads.add(Thread.currentThread());
          completed.add(call);
        }
      };
  private HttpDriver driver;

  /** Lets each client read its answers later by this. */
  void slowDown(double seconds) {
    fleet = Workloads.slowFleet(100, 10, 1, seconds);
  }

  ScriptedServer server(ScriptedServer.Script script) {
    ScriptedServer server = new ScriptedServer(script);
    servers.add(server);
    return server;
  }

  ScriptedServer answering(String body) {
    return server(
        peer -> {
          while (peer.read()) {
            peer.answer(body);
          }
        });
  }

  /** Connects to a server that answers the first request of each connection so, and closes it. */
  ScriptedServer connectToOneThatSays(String answer) {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.write(answer);
            });
    connect(1, server);
    return server;
  }

  void connect(int connectionsPerServer, InetSocketAddress... addresses) {
    connectWithSpare(connectionsPerServer, 0, addresses);
  }

  void connectWithSpare(int connectionsPerServer, int spare, InetSocketAddress... addresses) {
    HttpSettings settings =
        Workloads.http(
            Workloads.ofDriver(Workloads.http(CALL_TIMEOUT)),
            HttpApi.V1,
            connectionsPerServer,
            spare);
    driver =
        HttpWire.driver(
            group.next(), fleet, settings, List.of(addresses), client -> null, 1, listener);
  }

  void connect(int connectionsPerServer, ScriptedServer... to) {
    InetSocketAddress[] addresses = new InetSocketAddress[to.length];
    for (int i = 0; i < to.length; i++) {
      addresses[i] = to[i].address();
    }
    connect(connectionsPerServer, addresses);
  }

  <T> T onLoop(Function<HttpDriver, T> action) {
    return group.next().submit(() -> action.apply(driver)).syncUninterruptibly().getNow();
  }

  void run(Consumer<HttpDriver> action) {
    onLoop(
        d -> {
          action.accept(d);
          return null;
        });
  }

  void send(Call call) {
    run(d -> d.send(call));
  }

  void expire(Duration later) {
    long now = System.nanoTime() + later.toNanos();
    run(d -> d.expire(now));
  }

  void close() {
    run(d -> d.close());
  }

  static Call call(Operation operation, int actor) {
    long now = System.nanoTime();
    return CallFixtures.begun(operation, actor, actor % 10, now, now);
  }

  static Call register() {
    return call(Operation.REGISTER, 1);
  }

  /** A call of one server, which is not tried again. */
  static Call once(Call call) {
    call.prescribedServer = 0;
    return call;
  }

  Call answered() {
    try {
      Call call = completed.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(call).as("a completed call").isNotNull();
      assertThat(call.startedAt).isLessThanOrEqualTo(call.written);
      assertThat(call.written).isLessThanOrEqualTo(call.answered);
      return call;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** That so many calls are answered well. */
  void assertAnswered(int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(answered().failure).isNull();
    }
  }

  Call ask(Call call) {
    send(call);
    assertThat(answered()).isSameAs(call);
    return call;
  }

  /** Looks often, since after each test it is so within milliseconds. */
  private static ConditionFactory soon() {
    return await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5));
  }

  @AfterEach
  void shouldLeakNothing() {
    close();
    assertThat(onLoop(HttpDriver::connections)).isZero();
    assertThat(completed).isEmpty();
    assertThat(threads).as("threads that tell of a call's end").hasSizeLessThanOrEqualTo(1);
    for (ScriptedServer server : servers) {
      soon().untilAsserted(() -> assertThat(server.open()).isZero());
    }
    soon().untilAsserted(() -> assertThat(DriverLeaks.present()).isFalse());
    servers.forEach(ScriptedServer::close);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
