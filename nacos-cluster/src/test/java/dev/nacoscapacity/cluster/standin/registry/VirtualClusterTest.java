package dev.nacoscapacity.cluster.standin.registry;

import static dev.nacoscapacity.cluster.standin.registry.TestCluster.ORDERS;
import static dev.nacoscapacity.cluster.standin.registry.TestCluster.instance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.DownRule;
import dev.nacoscapacity.core.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes on virtual time. */
class VirtualClusterTest {

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-01T00:00:00Z"));
  private final LocalNetwork network = new LocalNetwork(2);
  private final List<NamingNode> nodes = List.of(node(0), node(1));

  private NamingNode node(int self) {
    NamingNode node =
        new NamingNode(
            new NodeLoop(Loop.on(time, () -> time.timeOfDay().toEpochMilli())),
            network,
            new Members(self, List.of("10.0.0.1:8848", "10.0.0.2:8848"), DownRule.REFUSED),
            Duration.ofSeconds(1));
    network.attach(node);
    node.loop().execute(node::start);
    return node;
  }

  private void passSeconds(int seconds) {
    time.runUntil(time.nanos() + Duration.ofSeconds(seconds).toNanos(), () -> false);
  }

  @Test
  void shouldCopyMarkAndRemoveAsTimePasses() {
    passSeconds(0);
    NamingNode owner = nodes.get(nodes.get(0).members().owner(ORDERS.name()));
    owner.register(ORDERS, instance(1), true);
    passSeconds(1);
    for (NamingNode node : nodes) {
      assertThat(node.registry().find(ORDERS).hosts()).isOne();
    }

    passSeconds(25);
    for (NamingNode node : nodes) {
      assertThat(node.registry().find(ORDERS).healthyCount()).isZero();
    }

    passSeconds(15);
    for (NamingNode node : nodes) {
      assertThat(node.registry().find(ORDERS).hosts()).isZero();
    }
  }
}
