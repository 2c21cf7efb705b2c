package dev.nacoscapacity.cluster.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The calls of {@code ip}, which are recorded here. */
class NodeNetworkTest {

  private static final ClusterSpec SPEC =
      ClusterSpec.of(ServerVersion.V1_4_1, 2).withNetworkPerNode(true);

  private final List<String> changes = new ArrayList<>();
  private final Map<String, String> answers = new HashMap<>();
  private final NodeNetwork network = new NodeNetwork(SPEC, this::run);

  private String run(String command) {
    if (command.contains(" list") || command.contains(" show ") || command.contains(" pids ")) {
      return answers.getOrDefault(command, "");
    }
    changes.add(command);
    return "";
  }

  private void isThere() {
    answers.put(
        "netns list",
        "other\nnacos-88480 (id: 7)\nnacos-8848 (id: 0)\nnacos-8848-1\nnacos-8848-2\n");
    answers.put("-o link show type veth", "12: nacos-8848@if3: <UP> mtu 1500\n");
  }

  @Test
  void shouldJoinNodesByABridgeAndTheMachineLast() {
    network.open();

    assertThat(changes)
        .containsSubsequence(
            "netns add nacos-8848",
            "-n nacos-8848 link add bridge type bridge",
            "netns add nacos-8848-2",
            "-n nacos-8848 link add node2 type veth peer name eth0 netns nacos-8848-2",
            "-n nacos-8848 link set node2 master bridge up",
            "-n nacos-8848-2 address add 169.254.49.2/24 dev eth0",
            "link add nacos-8848 type veth peer name machine netns nacos-8848",
            "address add 169.254.49.254/24 dev nacos-8848",
            "link set nacos-8848 up");
  }

  @Test
  void shouldOnlyLetEverythingPassWhenAllIsThere() {
    isThere();

    network.open();

    assertThat(changes)
        .containsExactly(
            "-n nacos-8848-1 neigh flush dev eth0 nud permanent",
            "-n nacos-8848-2 neigh flush dev eth0 nud permanent");
  }

  @Test
  void shouldMakeItAnewWhenOnlyAPartIsThere() {
    answers.put("netns list", "nacos-8848\nnacos-8848-1\n");

    network.open();

    assertThat(changes)
        .startsWith("netns delete nacos-8848", "netns delete nacos-8848-1", "netns add nacos-8848");
  }

  @Test
  void shouldRemoveAllOfItAndNothingElse() {
    isThere();

    network.close();

    assertThat(changes)
        .containsExactly(
            "link delete nacos-8848",
            "netns delete nacos-8848",
            "netns delete nacos-8848-1",
            "netns delete nacos-8848-2");
  }

  @Test
  void shouldClaimWhatADeadClusterLeftAndNothingOfOneThatRuns() {
    isThere();
    network.claim();
    assertThat(changes).contains("netns delete nacos-8848-2");

    changes.clear();
    answers.put("netns pids nacos-8848-2", "4711\n");

    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(network::claim)
        .withMessageContaining("nacos-8848-2")
        .withMessageContaining("--base-port");
    assertThat(changes).isEmpty();
  }

  @Test
  void shouldRefuseAddressesThatAreTaken() {
    answers.put(
        "-o -4 address show to 169.254.49.0/24",
        "9: nacos-9008    inet 169.254.49.254/24 scope global nacos-9008");

    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(network::claim)
        .withMessage(
            "the addresses 169.254.49.0/24 are taken by nacos-9008: pass another --base-port");
  }

  @Test
  void shouldCutAndJoinBothWays() {
    network.cut(new FakeNode(0), List.of(new FakeNode(1)));
    network.join(new FakeNode(0), List.of(new FakeNode(1)));

    assertThat(changes)
        .containsExactly(
            "-n nacos-8848-1 neigh replace 169.254.49.2 lladdr 02:00:00:00:00:00 dev eth0 nud permanent",
            "-n nacos-8848-2 neigh replace 169.254.49.1 lladdr 02:00:00:00:00:00 dev eth0 nud permanent",
            "-n nacos-8848-1 neigh flush to 169.254.49.2 dev eth0 nud permanent",
            "-n nacos-8848-2 neigh flush to 169.254.49.1 dev eth0 nud permanent");
  }

  @Test
  void shouldStartANodeInItsNamespace() {
    assertThat(network.inside(1, List.of("java", "-version")))
        .containsExactly("nsenter", "--net=/run/netns/nacos-8848-2", "--", "java", "-version");
  }

  @Test
  void shouldNameWhatToInstallOrWhatWasRefused() {
    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(() -> SystemIp.run("/nowhere/ip", "netns list"))
        .withMessageContaining("install iproute2");
    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(() -> SystemIp.run("ls", "/nowhere"))
        .withMessageContaining("ls /nowhere: ")
        .withMessageContaining("takes root");
  }

  @Test
  void shouldNotTakeEveryLinkLocalAddressForOurs() throws UnknownHostException {
    assertThat(LocalAddresses.holds(InetAddress.getByName("127.0.0.9"))).isTrue();
    assertThat(LocalAddresses.holds(InetAddress.getByName("169.254.169.254"))).isFalse();
    assertThat(LocalAddresses.holds(InetAddress.getByName("192.0.2.1"))).isFalse();
  }

  @Test
  void shouldKnowThisMachineByTheAddressesOfItsInterfacesToo() throws IOException {
    assertThat(NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses))
        .allMatch(LocalAddresses::hosts);
    assertThat(LocalAddresses.hosts(InetAddress.getByName("169.254.169.254"))).isFalse();
    assertThat(LocalAddresses.hosts(InetAddress.getByName("198.51.100.1"))).isFalse();
  }

  private record FakeNode(int index) implements Node {

    @Override
    public String name() {
      return ClusterSpec.nodeName(index);
    }

    @Override
    public InetSocketAddress http() {
      return new InetSocketAddress(SPEC.host(index), SPEC.port(index));
    }

    @Override
    public ServerVersion version() {
      return ServerVersion.V1_4_1;
    }

    @Override
    public NodeState state() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void start() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void kill() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void pause() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void resume() {
      throw new UnsupportedOperationException();
    }

    @Override
    public OptionalLong pid() {
      throw new UnsupportedOperationException();
    }
  }
}
