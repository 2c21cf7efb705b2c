package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.FileInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** That every call ends once, and that nothing is left, whatever happens. */
@Isolated("it takes every descriptor of the process for a moment")
class HttpDriverIT extends AgainstScriptedServers {

  private static final List<Operation> OVER_HTTP =
      List.copyOf(
          EnumSet.complementOf(EnumSet.of(Operation.CONNECT, Operation.SUBSCRIBE, Operation.PUSH)));

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
  void shouldCompleteEveryCallOnceWhenClosed() {
    ScriptedServer silent = server(ScriptedServer.Peer::fallSilent);
    connect(2, silent, silent);
    Set<Call> sent = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      Call call = call(i % 3 == 0 ? Operation.LISTEN : Operation.REGISTER, i);
      sent.add(call);
    }
    // On one turn of the loop, so that some are connecting, some waiting, when the end comes.
    run(
        d -> {
          sent.forEach(d::send);
          d.close();
          d.close();
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
    // A call that does get a descriptor is refused, and leaves no connection to the next one.
    connect(1, ScriptedServer.refusing(), ScriptedServer.refusing());
    // Loads every class that the failure needs.
    for (int i = 0; i < 10; i++) {
      ask(register());
    }
    // What earlier tests left behind may give a descriptor back just as the driver wants one.
    Call call = askWithoutDescriptors();
    for (int i = 1; i < 20 && !Driver.NO_DESCRIPTOR.equals(call.failure); i++) {
      call = askWithoutDescriptors();
    }

    assertThat(call.failure).isEqualTo("no file descriptor left");
    assertThat(call.failovers).as("no fault of the server").isZero();
    assertThat(ask(register()).failure).as("with descriptors").isEqualTo("connection refused");
  }

  private Call askWithoutDescriptors() throws Exception {
    Call call = call(Operation.LISTEN, 3);
    List<FileInputStream> hoard = new ArrayList<>();
    try {
      // On the driver's own turn, and again until it has failed.
      run(
          d -> {
            takeEveryDescriptor(hoard);
            d.send(call);
          });
      Call ended = null;
      while (ended == null) {
        takeEveryDescriptor(hoard);
        ended = completed.poll(1, TimeUnit.MILLISECONDS);
      }
      completed.add(ended);
    } finally {
      for (FileInputStream file : hoard) {
        file.close();
      }
    }

    assertThat(answered()).isSameAs(call);
    return call;
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
    run(
        d -> {
          for (int i = 0; i < 2000; i++) {
            Operation operation = OVER_HTTP.get(i % OVER_HTTP.size());
            Call call = call(operation, i % 100);
            call.prescribedServer = i % 5 == 0 ? i % 3 : Call.ANY_SERVER;
            sent.add(call);
            d.send(call);
          }
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
