package dev.nacoscapacity.cluster.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MemberNamesTest {

  private static Node node(String name, String ip, int port) {
    return new Node() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public InetSocketAddress http() {
        return new InetSocketAddress(ip, port);
      }

      @Override
      public ServerVersion version() {
        return ServerVersion.V1_4_1;
      }

      @Override
      public NodeState state() {
        return NodeState.UP;
      }

      @Override
      public void start() {}

      @Override
      public void kill() {}

      @Override
      public void pause() {}

      @Override
      public void resume() {}

      @Override
      public OptionalLong pid() {
        return OptionalLong.empty();
      }
    };
  }

  private static Member member(String address, String raftLeader) {
    return new Member(address, "UP", Map.of(Raft.NAMING_GROUP, raftLeader), "1.4.1");
  }

  @Test
  void shouldTellLeadersApartByTheirPortsOnOneMachine() {
    Node first = node("node1", "127.0.0.1", 8848);
    MemberNames members = new MemberNames(List.of(first, node("node2", "127.0.0.1", 8858)));

    assertThat(members.leader(first, List.of(member("127.0.0.1:8848", "192.168.0.9:7858"))))
        .as("whatever address raft has found for itself")
        .hasValue("node2");
  }

  @Test
  void shouldTellLeadersApartByTheirAddressesWherePortsAreTheSame() {
    Node first = node("10.0.0.1:8848", "10.0.0.1", 8848);
    MemberNames members =
        new MemberNames(List.of(first, node("nacos-1.nacos:8848", "10.0.0.2", 8848)));

    assertThat(members.leader(first, List.of(member("10.0.0.1:8848", "10.0.0.2:7848"))))
        .hasValue("nacos-1.nacos:8848");
    assertThat(members.leader(first, List.of(member("10.0.0.1:8848", "nacos-1.nacos:7848"))))
        .hasValue("nacos-1.nacos:8848");
  }

  @Test
  void shouldKnowMembersByAddressAndByTheNameOfTheirHost() {
    MemberNames members = new MemberNames(List.of(node("nacos-1.nacos:8848", "10.0.0.2", 8848)));

    assertThat(members.name("10.0.0.2:8848")).isEqualTo("nacos-1.nacos:8848");
    assertThat(members.name("nacos-1.nacos:8848")).isEqualTo("nacos-1.nacos:8848");
    assertThat(members.name("10.0.0.3:8848")).isEqualTo("10.0.0.3:8848");
  }
}
