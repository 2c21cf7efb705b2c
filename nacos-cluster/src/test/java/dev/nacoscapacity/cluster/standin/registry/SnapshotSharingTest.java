package dev.nacoscapacity.cluster.standin.registry;

import static dev.nacoscapacity.cluster.standin.registry.TestCluster.ORDERS;
import static dev.nacoscapacity.cluster.standin.registry.TestCluster.instance;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A copy costs a node nothing until it or the owner writes, and then neither sees the other's. */
class SnapshotSharingTest {

  private final TestCluster cluster = new TestCluster(3);
  private final int owner = cluster.owner(0);
  private final int other = cluster.other();

  SnapshotSharingTest() {
    cluster.register(owner, instance(1));
    cluster.register(owner, instance(2));
    cluster.time.passSeconds(1);
  }

  private Datum datum(int node) {
    return cluster.node(node).registry().find(ORDERS).heartbeat();
  }

  private InstanceState state(int node, int port) {
    return datum(node).table().find(instance(port).key());
  }

  @Test
  void shouldHoldOneTableOnAllNodesWhenAWriteWasCopied() {
    for (int node = 0; node < 3; node++) {
      assertThat(datum(node).table()).isSameAs(datum(owner).table());
    }
  }

  @Test
  void shouldCopyNoInstancesWhenNothingChangedSinceTheLastCopy() {
    assertThat(datum(owner).copy().instances()).isSameAs(datum(owner).copy().instances());
  }

  @Test
  void shouldKeepTheBeatTimeOfTheCopyWhenTheOwnerIsBeaten() {
    long copied = state(other, 1).lastBeat();
    cluster.time.passSeconds(3);

    cluster.lightBeat(owner, instance(1));

    assertThat(state(owner, 1).lastBeat()).isGreaterThan(copied);
    assertThat(state(other, 1).lastBeat()).isEqualTo(copied);
  }

  @Test
  void shouldSeeNoHealthOfTheOwnersBeforeItIsVerified() {
    datum(owner).setHealthy(instance(1).key(), false);
    assertThat(cluster.healthy(other)).containsExactly(1, 2);

    cluster.time.passSeconds(5);
    assertThat(cluster.healthy(other)).containsExactly(2);
    assertThat(datum(other).table()).as("loaded whole").isSameAs(datum(owner).table());
  }

  @Test
  void shouldKeepOwnHealthOfKnownInstancesWhenACopyComes() {
    datum(other).setHealthy(instance(1).key(), false);

    cluster.register(owner, instance(3));
    cluster.time.passSeconds(1);

    assertThat(cluster.ports(other)).containsExactly(1, 2, 3);
    assertThat(cluster.healthy(other)).containsExactly(2, 3);
    assertThat(cluster.healthy(owner)).containsExactly(1, 2, 3);
    assertThat(state(other, 2).lastBeat()).isEqualTo(state(owner, 2).lastBeat());
    assertThat(datum(other).table().checksum()).isNotEqualTo(datum(owner).table().checksum());
  }

  @Test
  void shouldKeepGoodHealthOfKnownInstancesWhenTheOwnersCopySaysOtherwise() {
    datum(owner).setHealthy(instance(1).key(), false);

    cluster.register(owner, instance(3));
    cluster.time.passSeconds(1);

    assertThat(cluster.healthy(other)).containsExactly(1, 2, 3);
    assertThat(cluster.healthy(owner)).containsExactly(2, 3);
  }

  @Test
  void shouldLeaveTheOtherNodesAloneWhenANodeThatHasACopyBecomesTheOwner() {
    cluster.kill(owner);
    cluster.time.passSeconds(9);
    int heir = cluster.owner(other);

    cluster.lightBeat(heir, instance(1));

    assertThat(state(heir, 1).lastBeat()).isGreaterThan(state(heir, 2).lastBeat());
    int third = 3 - owner - heir;
    assertThat(state(third, 1).lastBeat()).isEqualTo(state(third, 2).lastBeat());
  }
}
