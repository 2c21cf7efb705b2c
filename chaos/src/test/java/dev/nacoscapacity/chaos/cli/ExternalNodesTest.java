package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.NodeAdmin;
import dev.nacoscapacity.cluster.admin.NodeCounts;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExternalNodesTest {

  private HttpServer node;

  @BeforeEach
  void serve() throws IOException {
    node = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    node.createContext(
        "/registry/v1/core/cluster/nodes",
        exchange -> {
          byte[] members =
              "{\"code\":200,\"data\":[{\"address\":\"192.0.2.1:8848\",\"state\":\"UP\"}]}"
                  .getBytes();
          exchange.sendResponseHeaders(200, members.length);
          exchange.getResponseBody().write(members);
          exchange.close();
        });
    node.start();
  }

  @AfterEach
  void stop() {
    node.stop(0);
  }

  private ChaosCli slowNode(String... more) {
    String target = "--target=127.0.0.1:" + node.getAddress().getPort();
    return ChaosCli.run(
        Stream.concat(Stream.of("slow-node", "--instances=10", target), Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void shouldAskForMembersUnderTheContextPathThatWasGiven() {
    assertThat(slowNode("--context-path", "/registry").err()).contains("192.0.2.1:8848");
  }

  @Test
  void shouldNameTheContextPathWhenThereIsNothingUnderTheUsualOne() {
    ChaosCli cli = slowNode();

    assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(cli.err()).contains("--context-path");
  }

  private static NodeState stateOfANodeThat(Kind kind) {
    NodeAdmin probe =
        new NodeAdmin() {
          @Override
          public List<Member> members() {
            throw new AdminException(kind, "a test");
          }

          @Override
          public NodeCounts metrics() {
            throw new AdminException(kind, "a test");
          }
        };
    return new ExternalNodes.ExternalNode("a", new InetSocketAddress(1), probe).state();
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "BLOCKED", "ABSENT"})
  void shouldBeUpWhenANodeAnswersButItsMembersMayNotBeRead(Kind kind) {
    assertThat(stateOfANodeThat(kind)).isEqualTo(NodeState.UP);
  }

  @ParameterizedTest
  @EnumSource(names = {"UNREACHABLE", "TIMED_OUT", "NOT_READY", "GATEWAY", "FAILED"})
  void shouldNotBeUpWhenANodeDoesNotServe(Kind kind) {
    assertThat(stateOfANodeThat(kind)).isEqualTo(NodeState.STARTING);
  }
}
