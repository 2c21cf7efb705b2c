package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.simulator.StandIns;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.ForwardingDriver;
import dev.nacoscapacity.simulator.client.ForwardingListener;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.http.HttpWire;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real event loop, since that decides in which order calls and answers get their turn. */
class BurstIT {

  private static final int INSTANCES = 5000;
  private static final Duration PATIENCE = Duration.ofSeconds(240);

  /** So long that no beat is due twice before all have been answered once. */
  private static final Duration PERIOD = Duration.ofSeconds(600);

  /** Beats' times, seen on the one event loop and read when all are over. */
  private static final class Times {

    private volatile int beats;
    private volatile long firstAnswer = Long.MAX_VALUE;
    private volatile long lastStart;

    private void answered(Call call) {
      if (call.operation == Operation.BEAT) {
        firstAnswer = Math.min(firstAnswer, call.answered);
        lastStart = Math.max(lastStart, call.startedAt);
        beats = beats + 1;
      }
    }

    /** Looks at each call before the loop does, which recycles it. */
    private CallListener before(CallListener loop) {
      return new ForwardingListener(loop) {
        @Override
        public void completed(Call call) {
          answered(call);
          super.completed(call);
        }
      };
    }
  }

  /**
   * Takes so long over each call that the burst's start outlasts many answers on any machine, and
   * much longer over a beat before the first answer: the node that is to give it may stand still.
   */
  private static final class Slow extends ForwardingDriver {

    private static final long NANOS_PER_CALL = 20_000;

    /** So little that a burst whose answers wait for its end has started before it is due again. */
    private static final long NANOS_BEFORE_AN_ANSWER = 5_000_000;

    private final Times times;

    Slow(Driver driver, Times times) {
      super(driver);
      this.times = times;
    }

    @Override
    public void send(Call call) {
      boolean unanswered = call.operation == Operation.BEAT && times.beats == 0;
      long end = System.nanoTime() + (unanswered ? NANOS_BEFORE_AN_ANSWER : NANOS_PER_CALL);
      while (System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
      super.send(call);
    }
  }

  @Test
  @Tag("full")
  void shouldReadAnswersWhileABurstIsStarting() {
    Fleet fleet = Workloads.fleet(INSTANCES, 50);
    HttpSettings http =
        Workloads.http(
            Workloads.ofDriver("capacity", PERIOD, HttpClients.USUAL), HttpApi.V1, 20, 0);
    LoopSettings settings = new LoopBuilder().beat(PERIOD.toMillis()).burst().build();
    Times times = new Times();
    try (StandInCluster cluster = StandIns.start(1, false)) {
      List<InetSocketAddress> servers = cluster.nodes().stream().map(Node::http).toList();
      try (Engine engine =
          new Engine(
              List.of("node1", "node2"),
              fleet,
              settings,
              new NettyDrivers(
                  1,
                  (eventLoop, loop, listener) ->
                      new Slow(
                          HttpWire.driver(
                              eventLoop,
                              fleet,
                              http,
                              servers,
                              client -> null,
                              1,
                              times.before(listener)),
                          times)),
              new NotedObserver(),
              System::nanoTime)) {
        engine.ramp(Operation.REGISTER, Duration.ZERO);
        await().atMost(PATIENCE).until(() -> engine.rampState().finished());
        engine.startLoad();
        await().atMost(PATIENCE).until(() -> times.beats >= INSTANCES);
      }
    }

    assertThat(times.firstAnswer).isLessThan(times.lastStart);
  }
}
