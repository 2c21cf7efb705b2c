package dev.nacoscapacity.cluster.standin.registry;

import static dev.nacoscapacity.cluster.standin.registry.TestCluster.instance;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DistroTest {

  private final TestCluster cluster = new TestCluster(5);

  @Test
  void shouldForwardToOwnerWhenAnotherNodeIsAsked() {
    assertThat(cluster.register(cluster.other(), instance(1)).answer).isTrue();

    assertThat(cluster.ports(cluster.owner(0))).containsExactly(1);
    assertThat(cluster.ports(cluster.other())).isEmpty();
  }

  @Test
  void shouldDivergeUntilCopyDelayHasPassedWhenOwnerIsWritten() {
    cluster.register(0, instance(1));

    cluster.time.passSeconds(0.999);
    for (int node = 0; node < 5; node++) {
      assertThat(cluster.ports(node)).hasSize(node == cluster.owner(0) ? 1 : 0);
    }

    cluster.time.passSeconds(0.001);
    for (int node = 0; node < 5; node++) {
      assertThat(cluster.ports(node)).containsExactly(1);
    }
  }

  @Test
  void shouldCopyDeregistrationWhenDelayHasPassed() {
    cluster.register(0, instance(1));
    cluster.time.passSeconds(1);

    cluster.deregister(0, instance(1));

    assertThat(cluster.ports(cluster.other())).containsExactly(1);
    cluster.time.passSeconds(1);
    assertThat(cluster.ports(cluster.other())).isEmpty();
  }

  @Test
  void shouldSpreadUnhealthWithin5SecondsWhenOwnerMarks() {
    cluster.register(0, instance(1));
    cluster.time.passSeconds(20);
    assertThat(cluster.healthy(cluster.owner(0))).isEmpty();

    cluster.time.passSeconds(5);

    for (int node = 0; node < 5; node++) {
      assertThat(cluster.healthy(node)).isEmpty();
      assertThat(cluster.ports(node)).containsExactly(1);
    }
  }

  @Test
  void shouldShareDescriptionsWhenCopying() {
    InstanceSpec spec = instance(1);
    cluster.register(0, spec);
    cluster.time.passSeconds(1);

    for (int node = 0; node < 5; node++) {
      Service service = cluster.node(node).registry().find(TestCluster.ORDERS);
      assertThat(service.heartbeat().table().find(spec.key()).spec()).isSameAs(spec);
    }
  }

  @Test
  void shouldLoseWriteWhenOwnerDiesBeforeCopy() {
    int owner = cluster.owner(0);
    cluster.register(owner, instance(1));

    cluster.kill(owner);
    cluster.time.passSeconds(10);

    int survivor = (owner + 1) % 5;
    assertThat(cluster.owner(survivor)).isNotEqualTo(owner);
    assertThat(cluster.ports(survivor)).isEmpty();
    assertThat(cluster.lightBeat(survivor, instance(1)).answer)
        .isEqualTo(NamingNode.UNKNOWN_INSTANCE);
  }

  @Test
  void shouldKeepCopiedWriteWhenOwnerDies() {
    int owner = cluster.owner(0);
    cluster.register(owner, instance(1));
    cluster.time.passSeconds(1);

    cluster.kill(owner);
    cluster.time.passSeconds(10);

    int survivor = (owner + 1) % 5;
    assertThat(cluster.lightBeat(survivor, instance(1)).answer).isEqualTo(5_000);
  }

  @Test
  void shouldRefuseWritesUntilDeathIsNoticedWhenOwnerDies() {
    int owner = cluster.owner(0);
    int receiver = cluster.other();
    cluster.kill(owner);

    TestCluster.Outcome<Boolean> outcome = cluster.register(receiver, instance(1));
    assertThat(outcome.failure).isEqualTo(500);
    assertThat(outcome.message).contains("Connection refused");

    cluster.time.passSeconds(8);
    assertThat(cluster.node(receiver).members().state(owner)).isEqualTo(Members.State.DOWN);
    assertThat(cluster.register(receiver, instance(1)).answer).isTrue();
  }

  @Test
  void shouldFailCallUnderWayWhenOwnerDies() {
    int owner = cluster.owner(0);
    TestCluster.Outcome<Boolean> outcome = new TestCluster.Outcome<>();

    Writes.Deregister write = new Writes.Deregister(TestCluster.ORDERS, instance(1).key());
    cluster
        .node(cluster.other())
        .onOwner(TestCluster.ORDERS.name(), write, outcome::written, outcome::refused);
    cluster.kill(owner);
    cluster.time.passSeconds(0);

    assertThat(outcome.failure).isEqualTo(500);
  }

  @Test
  void shouldTimeOutOnceWhenOwnerIsFrozen() {
    int owner = cluster.owner(0);
    cluster.node(owner).loop().freeze();

    TestCluster.Outcome<Boolean> outcome = cluster.register(cluster.other(), instance(1));
    assertThat(outcome.outcomes).isZero();
    cluster.time.passSeconds(2);
    assertThat(outcome.failure).isEqualTo(500);
    assertThat(outcome.message).contains("timed out");

    cluster.node(owner).loop().thaw();
    cluster.time.passSeconds(1);
    assertThat(outcome.outcomes).isOne();
    assertThat(cluster.ports(owner)).as("the frozen node served the call late").hasSize(1);
  }

  @Test
  void shouldBeSuspiciousThenDownWhenNodeStaysFrozen() {
    cluster.node(4).loop().freeze();

    cluster.time.passSeconds(14);
    assertThat(cluster.node(0).members().state(4)).isEqualTo(Members.State.SUSPICIOUS);

    cluster.time.passSeconds(30);
    assertThat(cluster.node(0).members().state(4)).isEqualTo(Members.State.DOWN);

    cluster.node(4).loop().thaw();
    cluster.time.passSeconds(10);
    assertThat(cluster.node(0).members().state(4)).isEqualTo(Members.State.UP);
  }

  @Test
  void shouldSyncFromOwnerWhenFrozenNodeMissedCopies() {
    int frozen = cluster.other();
    cluster.node(frozen).loop().freeze();
    cluster.register(cluster.owner(frozen), instance(1));
    cluster.time.passSeconds(2);
    assertThat(cluster.ports(frozen)).isEmpty();

    cluster.node(frozen).loop().thaw();
    cluster.time.passSeconds(0);

    assertThat(cluster.ports(frozen)).containsExactly(1);
  }

  @Test
  void shouldLoadFromPeersWhenRestarted() {
    int restarted = cluster.other();
    cluster.register(0, instance(1));
    cluster.time.passSeconds(1);
    cluster.kill(restarted);
    cluster.time.passSeconds(1);

    cluster.start(restarted);
    cluster.time.passSeconds(0);

    assertThat(cluster.ports(restarted)).containsExactly(1);
  }

  @Test
  void shouldNotMakeOthersRemoveDataThatItHasYetToLoad() {
    int restarted = cluster.owner(0);
    int other = cluster.other();
    cluster.register(restarted, instance(1));
    cluster.time.passSeconds(2);
    eachBut(restarted, node -> cluster.node(node).loop().freeze());
    cluster.kill(restarted);
    cluster.start(restarted);
    cluster.time.passSeconds(8);

    eachBut(restarted, node -> cluster.node(node).loop().thaw());
    cluster.time.passSeconds(0);

    assertThat(cluster.ports(other)).containsExactly(1);
    assertThat(cluster.ports(restarted)).containsExactly(1);
  }

  private static void eachBut(int one, IntConsumer action) {
    IntStream.range(0, 5).filter(node -> node != one).forEach(action);
  }

  @Test
  void shouldBelongToTheSameOwnerAgainWhenOwnerIsRestarted() {
    int owner = cluster.owner(0);
    cluster.kill(owner);
    cluster.time.passSeconds(10);
    int heir = cluster.owner((owner + 1) % 5);
    assertThat(heir).isNotEqualTo(owner);

    cluster.start(owner);
    cluster.time.passSeconds(10);

    for (int node = 0; node < 5; node++) {
      assertThat(cluster.owner(node)).isEqualTo(owner);
    }
  }

  @Test
  void shouldExpireByTheLastCopyWhenOwnershipMoves() {
    int owner = cluster.owner(0);
    cluster.register(owner, instance(1));
    for (int beat = 0; beat < 10; beat++) {
      cluster.time.passSeconds(5);
      cluster.lightBeat(owner, instance(1));
    }

    cluster.kill(owner);
    cluster.time.passSeconds(14);

    assertThat(cluster.ports((owner + 1) % 5))
        .as("Nacos 1.4 does not copy beats: the heir knows the registration's time only")
        .isEmpty();
  }

  @Test
  void shouldKeepInstanceWhenItsServiceWasCopiedShortlyBeforeOwnershipMoves() {
    int owner = cluster.owner(0);
    cluster.register(owner, instance(1));
    for (int beat = 0; beat < 10; beat++) {
      cluster.time.passSeconds(5);
      cluster.lightBeat(owner, instance(1));
    }
    cluster.register(owner, instance(2));
    cluster.time.passSeconds(1);

    cluster.kill(owner);
    cluster.time.passSeconds(13);

    assertThat(cluster.healthy((owner + 1) % 5))
        .as("a copy carries the times of all the service's beats")
        .containsExactly(1, 2);
  }

  @Test
  void shouldRefuseForwardedWriteWhenViewsOfTheOwnerDiffer() {
    int dead = cluster.owner(0);
    cluster.kill(dead);
    int receiver = (dead + 4) % 5;
    while (cluster.node(receiver).members().state(dead) == Members.State.UP) {
      cluster.time.passSeconds(1);
    }
    int heir = cluster.owner(receiver);
    assertThat(heir).isNotEqualTo(receiver);
    assertThat(cluster.owner(heir)).as("the heir does not know yet").isEqualTo(dead);

    TestCluster.Outcome<Boolean> outcome = cluster.register(receiver, instance(1));

    assertThat(outcome.failure).isEqualTo(400);
    assertThat(outcome.message).startsWith("receive invalid redirect request from peer");
  }

  @Test
  void shouldLoseQuorumWhenThreeOfFiveDie() {
    assertThat(cluster.node(4).members().leader()).isZero();

    List.of(0, 1, 2).forEach(cluster::kill);
    cluster.time.passSeconds(10);

    assertThat(cluster.node(4).members().leader()).isEqualTo(-1);
    cluster.start(1);
    cluster.time.passSeconds(10);
    assertThat(cluster.node(4).members().leader()).isEqualTo(1);
  }
}
