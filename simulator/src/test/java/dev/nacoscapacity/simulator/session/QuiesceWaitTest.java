package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.simulator.HttpStub;
import dev.nacoscapacity.simulator.HttpStub.Answer;
import dev.nacoscapacity.simulator.proc.WatchedNode;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuiesceWaitTest {

  private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger instances = new AtomicInteger(7);
  private volatile int status = 200;
  private HttpStub node;

  @BeforeEach
  void start() throws IOException {
    node = new HttpStub();
    node.answers(
        Http.OPERATOR_METRICS,
        request -> {
          connections.add(request.getRemoteAddress());
          String metrics = "{\"status\":\"UP\",\"instanceCount\":%d}";
          return Answer.of(status, metrics.formatted(instances.get()));
        });
  }

  @AfterEach
  void stop() {
    node.close();
  }

  @Test
  void shouldAskANodeThroughOneClientHoweverOften() {
    QuiesceWait settling = new QuiesceWait(registry(), true, Optional.empty());
    instances.set(9);

    for (int question = 0; question < 20; question++) {
      assertThat(settling.leftover()).hasValue(2);
    }

    // Mostly one: a client opens another when the first was not yet given back.
    assertThat(connections).hasSizeLessThan(20);
  }

  @Test
  void shouldNotMistakeLeftoversForTheRegistrysOwnInstances() {
    instances.set(4_000);
    QuiesceWait alone = new QuiesceWait(registry(), true, Optional.empty());
    QuiesceWait amongOthers = new QuiesceWait(registry(), false, Optional.empty());

    instances.set(7);
    assertThat(alone.await(new StopSignal())).isEmpty();
    assertThat(amongOthers.await(new StopSignal())).isEmpty();

    instances.set(3_000);
    assertThat(alone.leftover()).hasValue(2_993);
    assertThat(amongOthers.leftover()).hasValue(-1_000);
  }

  @Test
  void shouldWaitForNothingWhenTheUserMayNotSeeTheCounts() {
    status = 403;

    QuiesceWait settling = new QuiesceWait(registry(), true, Optional.empty());

    assertThat(settling.hidden()).isPresent();
    assertThat(settling.await(new StopSignal())).isEmpty();
  }

  private OpenTarget registry() {
    InetSocketAddress address = node.address();
    Target description =
        new Target(Target.REMOTE, "1.4.1", List.of(address.toString()), false, null, null);
    return new OpenTarget(
        description,
        List.of(WatchedNode.at("node1", address, Reach.USUAL)),
        List.of(address),
        Reach.USUAL,
        Optional.empty(),
        Optional.empty(),
        () -> {});
  }
}
