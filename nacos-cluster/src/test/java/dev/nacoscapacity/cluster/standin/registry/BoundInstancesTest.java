package dev.nacoscapacity.cluster.standin.registry;

import static dev.nacoscapacity.cluster.standin.registry.TestCluster.ORDERS;
import static dev.nacoscapacity.cluster.standin.registry.TestCluster.instance;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Instances that live and die with a connection. */
class BoundInstancesTest {

  private final TestCluster cluster = new TestCluster(3);

  private Publisher publish(int node, int... ports) {
    Publisher publisher = cluster.node(node).newPublisher();
    publisher.publish(ORDERS, Arrays.stream(ports).mapToObj(TestCluster::instance).toList());
    return publisher;
  }

  @Test
  void shouldShowAtOnceHereAndAfterTheCopyDelayElsewhere() {
    publish(0, 1);

    assertThat(cluster.ports(0)).containsExactly(1);
    assertThat(cluster.ports(1)).isEmpty();
    cluster.time.passSeconds(1);
    assertThat(cluster.ports(1)).containsExactly(1);
    assertThat(cluster.ports(2)).containsExactly(1);
  }

  @Test
  void shouldNeedNoBeats() {
    publish(0, 1);

    cluster.time.passSeconds(600);

    assertThat(cluster.healthy(0)).containsExactly(1);
    assertThat(cluster.healthy(2)).containsExactly(1);
  }

  @Test
  void shouldVanishWhenTheConnectionCloses() {
    Publisher publisher = publish(0, 1, 2);
    publish(1, 3);
    cluster.time.passSeconds(1);

    publisher.close();

    assertThat(cluster.ports(0)).containsExactly(3);
    cluster.time.passSeconds(1);
    assertThat(cluster.ports(2)).containsExactly(3);
  }

  @Test
  void shouldStayWhenTheClientsNextConnectionHasPublishedIt() {
    Publisher before = publish(0, 1);
    publish(0, 1);

    before.close();

    assertThat(cluster.ports(0)).containsExactly(1);
  }

  @Test
  void shouldShowAnInstanceOnceWhenTwoNodesPublishIt() {
    Publisher before = publish(0, 1);
    publish(1, 1);
    cluster.time.passSeconds(1);
    assertThat(cluster.ports(2)).containsExactly(1);

    before.close();
    cluster.time.passSeconds(1);

    assertThat(cluster.ports(2)).containsExactly(1);
  }

  @Test
  void shouldStayGoneWhenALateSnapshotStillHasThem() {
    List.of(0, 1, 2).forEach(cluster::kill);
    cluster.start(0);
    cluster.time.passSeconds(0);
    cluster.start(1);
    cluster.time.passSeconds(20);
    Publisher publisher = publish(0, 1);
    cluster.time.passSeconds(9.5);

    publisher.close();
    cluster.time.passSeconds(0.9);

    assertThat(cluster.ports(0)).as("after the second try to load, 30 s after the first").isEmpty();
  }

  @Test
  void shouldCoexistWithHeartbeatInstances() {
    publish(0, 1);
    cluster.register(1, instance(2));

    cluster.time.passSeconds(6);

    for (int node = 0; node < 3; node++) {
      assertThat(cluster.ports(node)).containsExactlyInAnyOrder(1, 2);
    }
  }

  @Test
  void shouldDropCopiesThreeMinutesAfterTheirNodesLastVerify() {
    publish(0, 1);
    cluster.time.passSeconds(6);

    cluster.kill(0);

    cluster.time.passSeconds(170);
    assertThat(cluster.ports(1)).containsExactly(1);
    cluster.time.passSeconds(20);
    assertThat(cluster.ports(1)).isEmpty();
    assertThat(cluster.ports(2)).isEmpty();
  }

  @Test
  void shouldDistinguishInstancesOfARestartedNode() {
    publish(0, 1);
    cluster.time.passSeconds(6);
    cluster.kill(0);
    cluster.start(0);
    cluster.time.passSeconds(1);
    assertThat(cluster.ports(0)).as("loaded from the others").containsExactly(1);

    publish(0, 2);
    cluster.time.passSeconds(60);
    assertThat(cluster.ports(1)).containsExactlyInAnyOrder(1, 2);

    cluster.time.passSeconds(180);
    for (int node = 0; node < 3; node++) {
      assertThat(cluster.ports(node)).containsExactly(2);
    }
  }

  @Test
  void shouldUpdateADeadNodeWhenItIsBack() {
    cluster.kill(2);
    publish(0, 1).close();
    publish(1, 2);
    cluster.time.passSeconds(10);

    cluster.start(2);
    cluster.time.passSeconds(10);

    assertThat(cluster.ports(2)).isEqualTo(List.of(2));
  }
}
