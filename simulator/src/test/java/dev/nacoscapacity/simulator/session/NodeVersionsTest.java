package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.HttpStub;
import dev.nacoscapacity.simulator.HttpStub.Answer;
import dev.nacoscapacity.simulator.StandIns;
import dev.nacoscapacity.simulator.options.RunOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Which protocol a fleet speaks to a registry, by what its nodes say. */
class NodeVersionsTest {

  private HttpStub node;
  private int reads;
  private String members = "";

  @BeforeEach
  void listen() throws IOException {
    node = new HttpStub();
    node.answers(
        Http.CLUSTER_NODES,
        request -> {
          reads++;
          return Answer.of(200, "{\"code\":200,\"data\":[%s]}".formatted(members));
        });
  }

  @AfterEach
  void close() {
    node.close();
  }

  private void serves(String... versions) {
    members =
        Arrays.stream(versions)
            .map("{\"address\":\"127.0.0.1:8848\",\"extendInfo\":{\"version\":\"%s\"}}"::formatted)
            .collect(Collectors.joining(","));
  }

  private RunOptions options(String... more) {
    RunOptions options = new RunOptions();
    CommandLine line = Conventions.parser(options);
    line.parseArgs(
        ("--instances 9 --target 127.0.0.1:%d %s"
                .formatted(node.address().getPort(), String.join(" ", more))
                .strip())
            .split(" "));
    return options;
  }

  private static RunOptions learned(RunOptions options) {
    NodeVersions.learn(options, ServerVersion.V1_4_1);
    return options;
  }

  @ParameterizedTest
  @CsvSource({
    "1.4.1,                grpc=false",
    "2.0.4,                grpc=true",
    "2.5.0,                grpc=true",
    "3.1.0,                grpc=true",
    "1.4.1 2.0.4,          grpc=false",
    "embedded,             grpc=false"
  })
  void shouldSpeakTheProtocolOfTheOldestNodesClients(String versions, String spoken) {
    serves(versions.split(" "));

    RunOptions options = learned(options());

    assertThat("grpc=" + options.settings().protocol().grpc()).isEqualTo(spoken);
    assertThat(options.workload().protocolOfServers())
        .hasValue(spoken.equals("grpc=true") ? "grpc" : "http");
    assertThat(options.workload().protocolReason())
        .map(Message::code)
        .hasValue(versions.equals("embedded") ? "protocolOfStandIn" : "protocolOfVersion");
  }

  @Test
  void shouldRecogniseAStandInByItsAnswer() {
    node.close();
    try (StandInCluster cluster = StandIns.start(1, false)) {
      RunOptions options = new RunOptions();
      Conventions.parser(options)
          .parseArgs("--instances=9", "--target=127.0.0.1:" + cluster.node(0).http().getPort());

      assertThat(learned(options).workload().protocolReason())
          .map(Message::code)
          .hasValue("protocolOfStandIn");
    }
  }

  @Test
  void shouldAcceptOptionsThatOnlyTheVersionsProtocolAllows() {
    serves("2.5.0");

    assertThat(learned(options("--listen", "5s")).settings().timing().listen()).hasSeconds(5);
  }

  @ParameterizedTest
  @CsvSource({"200, ''", "403, ''", "403, nginx/1.24.0"})
  void shouldSpeakHttpAndSayWhyWhenItLearnsNoVersion(int status, String gateway) {
    String body = status == 200 ? "{\"code\":200,\"data\":[]}" : "";
    node.answers(Http.CLUSTER_NODES, new Answer(status, gateway, body));

    RunOptions options = learned(options());

    assertThat(options.settings().protocol().grpc()).isFalse();
    assertThat(options.workload().protocolReason())
        .map(Message::code)
        .hasValue("protocolOfUnknown");
  }

  @ParameterizedTest
  @CsvSource({
    "--connections 5,            false",
    "--http-api v1,              false",
    "--via gateway --auth,       false",
    "--client-model java-2x,     true",
    "--config-connections service, true"
  })
  void shouldSpeakTheProtocolThatAnOptionImplies(String option, boolean grpc) {
    serves(grpc ? "1.4.1" : "2.5.0");

    RunOptions options = learned(options(option));

    assertThat(options.settings().protocol().grpc()).isEqualTo(grpc);
    assertThat(options.workload().protocolOfServers()).isEmpty();
    assertThat(options.workload().protocolReason()).map(Message::code).hasValue("protocolOfOption");
    assertThat(reads).isZero();
  }

  @Test
  void shouldLeaveSilentNodesToThePreflight() {
    node.close();

    RunOptions options = learned(options());

    assertThat(options.settings().protocol().grpc()).isFalse();
    assertThat(options.workload().protocolReason()).isEmpty();
  }

  @Test
  void shouldNotAskWhenTheProtocolIsNamed() {
    serves("2.5.0");

    RunOptions options = learned(options("--protocol", "http"));

    assertThat(options.settings().protocol().grpc()).isFalse();
    assertThat(options.workload().protocolReason()).isEmpty();
    assertThat(reads).isZero();
  }

  @Test
  void shouldNotCallARemoteNodeBeforeTheUserConsents() {
    RunOptions options = new RunOptions();
    Conventions.parser(options).parseArgs("--instances=9", "--target=192.0.2.1:8848");

    assertThat(learned(options).workload().awaitsVersions()).isTrue();
  }
}
