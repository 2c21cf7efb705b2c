package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.core.time.VirtualTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MembersTest {

  @Test
  void shouldAskANodeThroughOneClientHoweverOften() {
    FakeCluster cluster = new FakeCluster(new VirtualTime(Instant.EPOCH), 2);
    Node node = cluster.nodes().get(0);
    Members members = new Members(cluster.nodes(), cluster);

    assertThat(members.client(node)).isSameAs(members.client(node));
  }
}
