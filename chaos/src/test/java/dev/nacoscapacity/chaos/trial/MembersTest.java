package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MembersTest {

  @Test
  void shouldAskANodeThroughOneClientHoweverOften() {
    FakeNode node = new FakeNode("node1");
    Members members = new Members(List.of(node, new FakeNode("node2")));

    assertThat(members.client(node)).isSameAs(members.client(node));
  }
}
