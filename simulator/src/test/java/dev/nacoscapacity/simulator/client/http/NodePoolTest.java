package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One pool on a wire held in hand: nothing is answered or lost but what a test says. */
class NodePoolTest {

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(50);
  private static final int NODE = 3;

  /** A connection that is connected at once. */
  private final class Held implements NodeConnection {

    private final NodePool pool;
    private Call call;
    private int sent;
    private long expired = -1;
    private boolean lost;

    Held(NodePool pool, Call first) {
      this.pool = pool;
      this.call = first;
    }

    @Override
    public void connect() {
      send(call);
    }

    @Override
    public void send(Call next) {
      assertThat(lost).as("sent on a lost connection").isFalse();
      call = next;
      sent++;
    }

    @Override
    public void expire(long now) {
      expired = now;
      if (call != null && now - call.attemptStartedAt > CALL_TIMEOUT.toNanos()) {
        lose("timed out", false);
      }
    }

    @Override
    public void lose(String reason, boolean byServer) {
      if (!lost) {
        lost = true;
        pool.lost(this, takeCall(), reason, byServer && sent > 1);
      }
    }

    void answer() {
      pool.released(this, takeCall(), null, true);
    }

    void answerAndClose() {
      lost = true;
      pool.released(this, takeCall(), null, false);
    }

    @Override
    public boolean equals(Object other) {
      comparisons++;
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }

    private Call takeCall() {
      Call endedCall = call;
      call = null;
      return endedCall;
    }
  }

  private final List<Held> opened = new ArrayList<>();
  private final List<Call> answered = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private int comparisons;
  private long now;

  private NodePool pool(int limit, NodePool.SpareConnections spare) {
    HttpSettings settings =
        Workloads.http(Workloads.ofDriver(Workloads.http(CALL_TIMEOUT)), HttpApi.V1, limit, 0);
    return new NodePool(
        NODE,
        limit,
        spare,
        settings,
        new HeldConnections(),
        (call, reason) -> {
          if (reason == null) {
            answered.add(call);
          } else {
            failed.add(reason);
          }
        });
  }

  private NodePool pool(int limit) {
    return pool(limit, new NodePool.SpareConnections(0));
  }

  private final class HeldConnections implements NodeConnections {

    @Override
    public NodeConnection open(NodePool pool, int server, Call first) {
      assertThat(server).isEqualTo(NODE);
      opened.add(new Held(pool, first));
      return opened.get(opened.size() - 1);
    }

    @Override
    public long nanos() {
      return now;
    }
  }

  private Call submit(NodePool pool) {
    Call call = CallFixtures.begun(Operation.BEAT, 1, 1, now, now);
    pool.submit(call);
    return call;
  }

  private void submit(NodePool pool, int calls) {
    for (int i = 0; i < calls; i++) {
      submit(pool);
    }
  }

  @Test
  void shouldReuseTheConnectionThatWasFreedLast() {
    NodePool pool = pool(3);
    submit(pool, 2);
    opened.get(1).answer();
    opened.get(0).answer();
    Call third = submit(pool);

    assertThat(opened).hasSize(2);
    assertThat(opened.get(0).call).isSameAs(third);
    assertThat(pool.open()).isEqualTo(2);
    assertThat(pool.opened()).isEqualTo(2);
    assertThat(answered).hasSize(2);
  }

  @Test
  void shouldLetCallsWaitInTurnWhenTheLimitIsReached() {
    NodePool pool = pool(1);
    submit(pool);
    now = 10;
    Call second = submit(pool);
    now = 15;
    Call third = submit(pool);
    now = 100;
    opened.get(0).answer();
    assertThat(opened.get(0).call).isSameAs(second);
    now = 200;
    opened.get(0).answer();
    assertThat(opened.get(0).call).isSameAs(third);

    assertThat(opened).hasSize(1);
    assertThat(second.boundWait).isEqualTo(90);
    assertThat(third.boundWait).isEqualTo(185);
  }

  @Test
  void shouldOpenAnotherForAWaitingCallWhenOneIsClosed() {
    NodePool pool = pool(1);
    submit(pool);
    Call waiting = submit(pool);
    now = 7;
    opened.get(0).answerAndClose();

    assertThat(opened.get(1).call).isSameAs(waiting);
    assertThat(waiting.boundWait).isEqualTo(7);
    assertThat(pool.open()).isEqualTo(1);
  }

  @Test
  void shouldLendSpareConnectionsAndTakeThemBack() {
    NodePool.SpareConnections spare = new NodePool.SpareConnections(1);
    NodePool slow = pool(1, spare);
    NodePool other = pool(1, spare);
    submit(slow, 3);
    submit(other, 2);
    assertThat(opened).as("both limits and the one spare").hasSize(3);

    opened.get(0).lose("connection reset", false);
    assertThat(opened).as("the spare one, for the call that waits at the same node").hasSize(4);
    opened.get(1).lose("connection reset", false);
    Call third = submit(other);

    assertThat(opened).as("the spare one, for the other node").hasSize(5);
    assertThat(opened.get(4).call).isSameAs(third);
    assertThat(failed).containsExactly("connection reset", "connection reset");
  }

  @Test
  void shouldRetryOnAFreshConnectionWhenTheServerClosedAnIdleOne() {
    NodePool pool = pool(1);
    submit(pool);
    opened.get(0).answer();
    Call call = submit(pool);
    opened.get(0).lose("connection closed", true);

    assertThat(opened.get(1).call).isSameAs(call);
    assertThat(failed).isEmpty();
    assertThat(pool.open()).isEqualTo(1);

    opened.get(1).sent++;
    opened.get(1).lose("connection closed", true);
    assertThat(failed).as("the second time").containsExactly("connection closed");
    assertThat(pool.open()).isZero();
  }

  @Test
  void shouldNotUseAnIdleConnectionThatIsLost() {
    NodePool pool = pool(3);
    submit(pool, 3);
    opened.forEach(Held::answer);
    opened.get(2).lose("connection closed", true);
    opened.get(0).lose("connection closed", true);
    Call first = submit(pool);
    Call second = submit(pool);

    assertThat(opened.get(1).call).isSameAs(first);
    assertThat(opened.get(3).call).isSameAs(second);
    assertThat(failed).isEmpty();
    assertThat(pool.open()).isEqualTo(2);
  }

  @Test
  void shouldForgetIdleConnectionsThatAreLostWhenItLooksForExpiredCalls() {
    NodePool pool = pool(2);
    submit(pool, 2);
    opened.forEach(Held::answer);
    opened.get(0).lose("connection closed", true);
    pool.expire(now);

    assertThat(pool.idle()).isEqualTo(1);
    Call call = submit(pool);
    assertThat(opened.get(1).call).isSameAs(call);
    assertThat(opened.get(0).expired).as("of a lost one").isEqualTo(-1);
  }

  @Test
  void shouldTimeCallsOut() {
    NodePool pool = pool(1);
    submit(pool);
    now = 10;
    submit(pool);
    Call third = submit(pool);
    pool.expire(CALL_TIMEOUT.toNanos() + 10);
    assertThat(failed).containsExactly("timed out");
    submit(pool);
    now = CALL_TIMEOUT.toNanos() + 11;
    pool.expire(now);

    // The second call has a connection since the first timed out; now it times out for the third.
    assertThat(failed.subList(1, 3))
        .containsExactly("timed out", "timed out waiting for a connection");
    assertThat(opened.get(2).call).isSameAs(third);
  }

  @Test
  void shouldDropTheWaitingCallsOfAnAbandonedLoadButNoDeregistrations() {
    NodePool pool = pool(1);
    submit(pool);
    Call beat = submit(pool);
    Call last = CallFixtures.begun(Operation.DEREGISTER, 1, 1, now, now);
    pool.submit(last);

    pool.abandonLoad(7);

    assertThat(failed).containsExactly(Driver.ABANDONED);
    assertThat(beat.answered).isEqualTo(7);
    opened.get(0).answer();
    assertThat(opened.get(0).call).isSameAs(last);
  }

  @Test
  void shouldEndEveryCallWhenClosed() {
    NodePool pool = pool(2);
    submit(pool, 3);
    opened.get(1).answer();
    Call waiting = submit(pool);
    pool.close(5);

    assertThat(pool.open()).isZero();
    assertThat(failed).hasSize(3).containsOnly(Driver.UNANSWERED);
    assertThat(waiting.answered).isEqualTo(5);
    assertThat(opened).hasSize(2);
  }

  @Test
  void shouldNotSearchForEachConnectionWhenANodeDies() {
    NodePool pool = pool(Integer.MAX_VALUE);
    submit(pool, 2000);
    for (int i = 0; i < 1000; i++) {
      opened.get(i).answer();
    }
    for (int i = 1999; i >= 0; i--) {
      opened.get(i).lose("connection reset", true);
    }
    pool.expire(now);

    assertThat(pool.open()).isZero();
    assertThat(pool.idle()).isZero();
    assertThat(failed).hasSize(1000);
    assertThat(comparisons).as("of one connection with another").isLessThan(2000);
  }
}
