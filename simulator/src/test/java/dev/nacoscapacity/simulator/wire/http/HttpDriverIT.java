package dev.nacoscapacity.simulator.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.CallListener;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The driver against servers on loopback that misbehave as scripted. */
@Timeout(30)
class HttpDriverIT {

  private static final List<Operation> OVER_HTTP =
      List.copyOf(
          EnumSet.complementOf(EnumSet.of(Operation.CONNECT, Operation.SUBSCRIBE, Operation.PUSH)));

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(50);

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory(DriverLeaks.THREADS, true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  private final Fleet fleet = new Fleet(100, 10, "capacity", Shard.WHOLE);
  private final BlockingQueue<Call> completed = new LinkedBlockingQueue<>();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final AtomicInteger writes = new AtomicInteger();
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

  private ScriptedServer server(ScriptedServer.Script script) {
    ScriptedServer server = new ScriptedServer(script);
    servers.add(server);
    return server;
  }

  private ScriptedServer answering(String body) {
    ScriptedServer server = ScriptedServer.answering(body);
    servers.add(server);
    return server;
  }

  private void connect(int connectionsPerServer, InetSocketAddress... addresses) {
    HttpSettings settings =
        new HttpSettings(
            "capacity",
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            connectionsPerServer,
            Duration.ofSeconds(3),
            CALL_TIMEOUT,
            new Credentials("nacos", "nacos"),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            0);
    driver =
        new HttpDriver(
            group.next(), fleet, settings, List.of(addresses), client -> null, 1, listener);
  }

  private void connect(int connectionsPerServer, ScriptedServer... to) {
    InetSocketAddress[] addresses = new InetSocketAddress[to.length];
    for (int i = 0; i < to.length; i++) {
      addresses[i] = to[i].address();
    }
    connect(connectionsPerServer, addresses);
  }

  private <T> T onLoop(Function<HttpDriver, T> action) {
    return group.next().submit(() -> action.apply(driver)).syncUninterruptibly().getNow();
  }

  private void send(Call call) {
    onLoop(
        d -> {
          d.send(call);
          return null;
        });
  }

  private void expire(Duration later) {
    long now = System.nanoTime() + later.toNanos();
    onLoop(
        d -> {
          d.expire(now);
          return null;
        });
  }

  private void close() {
    onLoop(
        d -> {
          d.close();
          return null;
        });
  }

  private static Call call(Operation operation, int actor) {
    long now = System.nanoTime();
    return new Call().reset(operation, actor, actor % 10, now, now);
  }

  private static Call register() {
    return call(Operation.REGISTER, 1);
  }

  private Call answered() {
    try {
      Call call = completed.poll(10, TimeUnit.SECONDS);
      assertThat(call).as("a completed call").isNotNull();
      assertThat(call.takenUp).isLessThanOrEqualTo(call.written);
      assertThat(call.written).isLessThanOrEqualTo(call.answered);
      return call;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Call ask(Call call) {
    send(call);
    assertThat(answered()).isSameAs(call);
    return call;
  }

  @AfterEach
  void shouldLeakNothing() {
    close();
    assertThat(onLoop(HttpDriver::connections)).isZero();
    assertThat(completed).isEmpty();
    assertThat(threads).as("threads that tell of a call's end").hasSizeLessThanOrEqualTo(1);
    for (ScriptedServer server : servers) {
      await().untilAsserted(() -> assertThat(server.open()).isZero());
    }
    await().untilAsserted(() -> assertThat(DriverLeaks.present()).isFalse());
    servers.forEach(ScriptedServer::close);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  /** The test of the test: the detector is in place. */
  @Test
  void shouldNoticeALeak() {
    connect(1, answering("ok"));
    var leaked =
        group
            .next()
            .submit(() -> PooledByteBufAllocator.DEFAULT.directBuffer(16))
            .syncUninterruptibly();
    assertThat(DriverLeaks.present()).isTrue();
    leaked.getNow().release();
    assertThat(DriverLeaks.present()).isFalse();
  }

  @Test
  void shouldReuseAConnectionThatIsKeptAlive() {
    ScriptedServer server = answering("ok");
    connect(4, server);
    for (int i = 0; i < 20; i++) {
      assertThat(ask(register()).failure).isNull();
    }

    assertThat(server.connections()).isEqualTo(1);
    assertThat(server.requests())
        .hasSize(20)
        .allMatch(line -> line.startsWith("POST /nacos/v1/ns"));
  }

  @Test
  void shouldLetCallsWaitWhenAllConnectionsAreTaken() {
    CountDownLatch mayAnswer = new CountDownLatch(1);
    ScriptedServer server =
        server(
            peer -> {
              while (peer.read()) {
                mayAnswer.await();
                peer.answer("ok");
              }
            });
    connect(2, server);
    for (int i = 0; i < 6; i++) {
      send(register());
    }
    assertThat(onLoop(HttpDriver::connections)).isEqualTo(2);
    await().untilAsserted(() -> assertThat(server.requests()).hasSize(2));
    mayAnswer.countDown();

    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      calls.add(answered());
    }
    assertThat(calls).allMatch(Call::ok);
    assertThat(server.mostOpen()).isEqualTo(2);
    // What waited was written when another was answered, and so shows it as pool wait.
    long firstAnswer = calls.get(0).answered;
    assertThat(calls).filteredOn(call -> call.written >= firstAnswer).hasSize(4);
  }

  @Test
  void shouldOpenAnotherConnectionWhenTheServerClosesEach() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
            });
    connect(1, server);
    for (int i = 0; i < 5; i++) {
      assertThat(ask(register()).failure).isNull();
    }

    assertThat(server.connections()).isEqualTo(5);
    assertThat(onLoop(HttpDriver::connections)).isZero();
  }

  @Test
  void shouldTakeTheEndOfTheConnectionForTheEndOfTheAnswer() {
    connect(
        1,
        server(
            peer -> {
              peer.read();
              peer.write("HTTP/1.1 200 OK\r\n\r\nok");
            }));

    assertThat(ask(register()).failure).isNull();
  }

  @Test
  void shouldTryOnceMoreOnAFreshConnectionWhenAnIdleOneIsClosedUnderTheRequest() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.answer("ok");
              // The first connection takes the second request and is closed over it.
              if (peer.number() == 1) {
                peer.read();
              } else {
                peer.fallSilent();
              }
            });
    connect(1, server);
    ask(register());
    Call second = ask(register());

    assertThat(second.failure).isNull();
    assertThat(second.rerouted).isZero();
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void shouldTryAFreshConnectionOnlyOnceAndOnlyAfterAReusedOne() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              if (peer.number() == 1) {
                peer.answer("ok");
                peer.read();
              }
            });
    connect(1, server);
    ask(register());

    assertThat(ask(register()).failure).isEqualTo("connection closed");
    assertThat(server.connections()).isEqualTo(2);
    assertThat(ask(register()).failure).isEqualTo("connection closed");
    assertThat(server.connections()).isEqualTo(3);
  }

  @Test
  void shouldKeepToTheBoundWhenACallIsTriedOnceMore() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.answer("ok");
              if (peer.number() == 1) {
                peer.read();
                peer.reset();
              } else {
                while (peer.read()) {
                  peer.answer("ok");
                }
              }
            });
    connect(1, server);
    ask(register());
    for (int i = 0; i < 3; i++) {
      send(register());
    }
    for (int i = 0; i < 3; i++) {
      assertThat(answered().failure).isNull();
    }

    assertThat(onLoop(HttpDriver::connections)).isEqualTo(1);
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void shouldForgetAnIdleConnectionThatIsClosed() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.answer("ok");
            });
    connect(3, server);
    ask(register());

    await().untilAsserted(() -> assertThat(onLoop(HttpDriver::connections)).isZero());
    assertThat(ask(register()).failure).isNull();
  }

  @Test
  void shouldAskTheNextServerWhenOneRefuses() {
    ScriptedServer server = answering("ok");
    connect(1, ScriptedServer.refusing(), server.address());
    int rerouted = 0;
    for (int i = 0; i < 40; i++) {
      Call call = ask(register());
      assertThat(call.failure).isNull();
      assertThat(call.server).isEqualTo(1);
      rerouted += call.rerouted;
    }

    // About half of the calls begin at the server that is not there.
    assertThat(rerouted).isBetween(8, 32);
  }

  @Test
  void shouldFailWhenEveryServerRefuses() {
    connect(1, ScriptedServer.refusing(), ScriptedServer.refusing(), ScriptedServer.refusing());
    Call call = ask(register());

    assertThat(call.failure).isEqualTo("connection refused");
    assertThat(call.rerouted).isEqualTo(2);
    // It never came to be written, so all of it is pool wait.
    assertThat(call.written).isEqualTo(call.answered);
  }

  @Test
  void shouldNeverLeaveAPrescribedServer() {
    ScriptedServer other = answering("ok");
    connect(1, ScriptedServer.refusing(), other.address());
    for (int i = 0; i < 10; i++) {
      Call call = register();
      call.prescribedServer = 0;
      assertThat(ask(call).failure).isEqualTo("connection refused");
      assertThat(call.rerouted).isZero();
    }

    assertThat(other.connections()).isZero();
  }

  @Test
  void shouldAskTheNextServerWhenOneNeverAnswers() {
    ScriptedServer silent = server(ScriptedServer.Peer::fallSilent);
    ScriptedServer server = answering("token \"accessToken\":");
    connect(1, silent, server);
    Call login = call(Operation.LOGIN, 1);
    send(login);
    await().untilAsserted(() -> assertThat(silent.requests()).hasSize(1));
    expire(CALL_TIMEOUT.minusSeconds(5));
    assertThat(completed).isEmpty();
    expire(CALL_TIMEOUT.plusSeconds(1));

    assertThat(answered()).isSameAs(login);
    assertThat(login.failure).isNull();
    assertThat(login.server).isEqualTo(1);
    assertThat(login.rerouted).isEqualTo(1);
    assertThat(writes).as("both attempts are told of").hasValue(2);
  }

  @Test
  void shouldTimeOutInTheQueueAsWellAsOnTheWire() {
    ScriptedServer silent = server(ScriptedServer.Peer::fallSilent);
    connect(1, silent);
    for (int i = 0; i < 3; i++) {
      send(register());
    }
    await().untilAsserted(() -> assertThat(silent.requests()).hasSize(1));
    expire(CALL_TIMEOUT.plusSeconds(1));

    assertThat(answered().failure).isEqualTo("timed out");
    // The second got the first one's place, the third has waited in vain.
    assertThat(answered().failure).isEqualTo("timed out waiting for a connection");
    close();
    assertThat(answered().failure).isEqualTo(Driver.UNANSWERED);
  }

  @Test
  void shouldGiveALongPollHalfItsTimeMore() {
    ScriptedServer silent = server(ScriptedServer.Peer::fallSilent);
    connect(1, silent);
    send(call(Operation.LISTEN, 1));
    await().untilAsserted(() -> assertThat(silent.requests()).hasSize(1));
    expire(Duration.ofSeconds(44));
    assertThat(completed).isEmpty();
    expire(Duration.ofSeconds(46));

    assertThat(answered().failure).isEqualTo("timed out");
  }

  @Test
  void shouldFailWhenTheAnswerIsResetInTheMiddle() {
    connect(
        1,
        server(
            peer -> {
              peer.read();
              peer.write("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nbegin");
              peer.reset();
            }));

    assertThat(ask(register()).failure).isIn("connection reset", "connection closed");
  }

  @Test
  void shouldFailWhenHalfAnAnswerIsFollowedByNothing() {
    connect(
        1,
        server(
            peer -> {
              peer.read();
              peer.write("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nbegin");
            }));

    assertThat(ask(register()).failure).isEqualTo("connection closed");
  }

  @Test
  void shouldFailWhenTheAnswerIsGarbageOrMoreThanOne() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              if (peer.number() == 1) {
                peer.write("what is it that you want from me?\r\n");
              } else {
                String one = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
                peer.write(one + one);
              }
              peer.fallSilent();
            });
    connect(1, server);

    assertThat(ask(register()).failure).isEqualTo("malformed answer");
    assertThat(ask(register()).failure).isEqualTo("malformed answer");
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void shouldDropAConnectionThatAnswersUnasked() {
    ScriptedServer server =
        server(
            peer -> {
              peer.read();
              peer.answer("ok");
              if (peer.number() == 1) {
                peer.answer("ok");
              }
              peer.fallSilent();
            });
    connect(1, server);
    ask(register());

    await()
        .untilAsserted(
            () -> assertThat(onLoop(HttpDriver::connections)).as("idle or dropped").isLessThan(2));
    await().untilAsserted(() -> assertThat(server.open()).isZero());
    assertThat(ask(register()).failure).isNull();
  }

  @Test
  void shouldCountALongListThatComesInPieces() {
    String list = "{\"hosts\":[" + "{\"healthy\":true},".repeat(9999) + "{\"healthy\":false}]}";
    connect(
        1,
        server(
            peer -> {
              peer.read();
              peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
              for (int at = 0; at < list.length(); at += 4999) {
                String piece = list.substring(at, Math.min(list.length(), at + 4999));
                peer.write(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
              }
              peer.write("0\r\n\r\n");
              peer.fallSilent();
            }));
    Call call = ask(call(Operation.LIST, 7));

    assertThat(call.failure).isNull();
    assertThat(call.hosts).isEqualTo(10_000);
    assertThat(call.healthy).isEqualTo(9_999);
  }

  @Test
  void shouldListFromOneServerAfterTheOther() {
    ScriptedServer[] three = {
      answering("{\"hosts\":[]}"), answering("{\"hosts\":[]}"), answering("{\"hosts\":[]}")
    };
    connect(1, three);
    int first = ask(call(Operation.LIST, 3)).server;

    for (int i = 1; i < 7; i++) {
      assertThat(ask(call(Operation.LIST, 3)).server).isEqualTo((first + i) % 3);
    }
  }

  @Test
  void shouldStayWithALongPollsServerUntilItFails() {
    boolean[] broken = new boolean[3];
    ScriptedServer[] three = new ScriptedServer[3];
    for (int i = 0; i < 3; i++) {
      int index = i;
      three[i] =
          server(
              peer -> {
                while (peer.read() && !broken[index]) {
                  peer.answer("");
                }
              });
    }
    connect(1, three);
    int home = ask(call(Operation.LISTEN, 4)).server;
    for (int i = 0; i < 5; i++) {
      assertThat(ask(call(Operation.LISTEN, 4)).server).isEqualTo(home);
    }
    broken[home] = true;
    int next = (home + 1) % 3;
    assertThat(ask(call(Operation.LISTEN, 4)).server).isEqualTo(next);
    broken[home] = false;
    assertThat(ask(call(Operation.LISTEN, 4)).server).isEqualTo(next);
  }

  @Test
  void shouldNotCountLongPollsAgainstTheBound() {
    ScriptedServer server = server(ScriptedServer.Peer::fallSilent);
    connect(1, server);
    for (int service = 0; service < 5; service++) {
      send(call(Operation.LISTEN, service));
    }

    await().untilAsserted(() -> assertThat(server.requests()).hasSize(5));
    close();
    for (int i = 0; i < 5; i++) {
      assertThat(answered().failure).isEqualTo(Driver.UNANSWERED);
    }
  }

  @Test
  void shouldLogInAtTheServersInTheirOrder() {
    String refusal = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
    ScriptedServer first =
        server(
            peer -> {
              while (peer.read()) {
                peer.write(refusal);
              }
            });
    ScriptedServer second = answering("{\"accessToken\":\"a.b.c\"}");
    ScriptedServer third = answering("{\"accessToken\":\"a.b.c\"}");
    connect(1, first, second, third);
    for (int i = 0; i < 10; i++) {
      Call login = ask(call(Operation.LOGIN, i));
      assertThat(login.failure).isNull();
      assertThat(login.server).isEqualTo(1);
    }

    assertThat(first.requests()).hasSize(10).allMatch(line -> line.contains("username=nacos"));
    assertThat(third.connections()).isZero();
  }

  @Test
  void shouldCompleteEveryCallOnceWhenClosed() {
    ScriptedServer silent = server(ScriptedServer.Peer::fallSilent);
    connect(2, silent, silent);
    Set<Call> sent = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      Call call = call(i % 3 == 0 ? Operation.LISTEN : Operation.REGISTER, i);
      sent.add(call);
    }
    // On one turn of the loop, so that some are connecting, some waiting, when the end comes.
    onLoop(
        d -> {
          sent.forEach(d::send);
          d.close();
          d.close();
          return null;
        });
    Call late = register();
    send(late);
    sent.add(late);

    Set<Call> ended = new HashSet<>();
    for (int i = 0; i < 31; i++) {
      Call call = answered();
      assertThat(call.failure).isEqualTo(Driver.UNANSWERED);
      assertThat(ended.add(call)).isTrue();
    }
    assertThat(ended).isEqualTo(sent);
    assertThat(onLoop(HttpDriver::connections)).isZero();
  }

  @Test
  void shouldSayThatNoDescriptorIsLeft() throws Exception {
    ScriptedServer server = answering("ok");
    connect(1, server.address(), ScriptedServer.refusing());
    // Loads every class that the failure needs.
    for (int i = 0; i < 10; i++) {
      ask(register());
    }
    Call call = call(Operation.LISTEN, 3);
    List<FileInputStream> hoard = new ArrayList<>();
    try {
      takeEveryDescriptor(hoard);
      send(call);
      completed.add(completed.take());
    } finally {
      for (FileInputStream file : hoard) {
        file.close();
      }
    }

    assertThat(answered()).isSameAs(call);
    assertThat(call.failure).isEqualTo("no file descriptor left");
    assertThat(call.rerouted).isEqualTo(1);
    assertThat(ask(register()).failure).isNull();
  }

  private static void takeEveryDescriptor(List<FileInputStream> hoard) {
    try {
      while (true) {
        hoard.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException e) {
      // That was the last.
    }
  }

  /** Whatever servers do: every call ends once, with its times in order, and nothing is left. */
  @Test
  void shouldEndEveryCallOnceWhenServersDoTheirWorst() {
    AtomicBoolean over = new AtomicBoolean();
    ScriptedServer[] three = new ScriptedServer[3];
    for (int i = 0; i < 3; i++) {
      Random random = new Random(i);
      three[i] = server(peer -> misbehave(peer, random, over));
    }
    connect(3, three);
    Set<Call> sent = new HashSet<>();
    onLoop(
        d -> {
          for (int i = 0; i < 2000; i++) {
            Operation operation = OVER_HTTP.get(i % OVER_HTTP.size());
            Call call = call(operation, i % 100);
            call.prescribedServer = i % 5 == 0 ? i % 3 : Call.ANY_SERVER;
            sent.add(call);
            d.send(call);
          }
          return null;
        });
    Set<Call> ended = new HashSet<>();
    for (int i = 0; i < 2000; i++) {
      if (completed.isEmpty() && i % 10 == 0) {
        expire(Duration.ZERO);
      }
      assertThat(ended.add(answered())).isTrue();
    }
    over.set(true);

    assertThat(ended).isEqualTo(sent);
    assertThat(ended.stream().filter(Call::ok).count()).isPositive();
  }

  private static void misbehave(ScriptedServer.Peer peer, Random random, AtomicBoolean over)
      throws IOException {
    while (peer.read()) {
      int fault;
      synchronized (random) {
        fault = over.get() ? 0 : random.nextInt(12);
      }
      switch (fault) {
        case 0 -> {
          return;
        }
        case 1 -> {
          peer.reset();
          return;
        }
        case 2 -> {
          peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
          return;
        }
        case 3 -> peer.write("garbage\r\n");
        case 4 -> peer.write("HTTP/1.1 503 Down\r\nContent-Length: 0\r\n\r\n");
        case 5 -> {
          peer.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"hosts\":[]}");
          return;
        }
        default -> peer.answer("ok");
      }
    }
  }
}
