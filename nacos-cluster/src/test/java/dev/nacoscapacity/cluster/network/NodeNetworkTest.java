package dev.nacoscapacity.cluster.network;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  void shouldOnlyRemoveCutsWhenTheNetworkExists() {
    isThere();

    network.open();

    assertThat(changes)
        .containsExactly(
            "-n nacos-8848-1 neigh flush dev eth0 nud permanent",
            "-n nacos-8848-2 neigh flush dev eth0 nud permanent");
  }

  @Test
  void shouldRecreateTheNetworkWhenOnlyAPartExists() {
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
  void shouldClaimTheNetworkOfADeadClusterButNotOfARunningOne() {
    isThere();
    network.claim();
    assertThat(changes).contains("netns delete nacos-8848-2");

    changes.clear();
    answers.put("netns pids nacos-8848-2", "4711\n");

    assertFails(network::claim, "nacos-8848-2", "--base-port");
    assertThat(changes).isEmpty();
  }

  @Test
  void shouldRefuseAddressesThatAreTaken() {
    answers.put(
        "-o -4 address show to 169.254.49.0/24",
        "9: nacos-9008    inet 169.254.49.254/24 scope global nacos-9008");

    assertFails(network::claim, "169.254.49.0/24", "nacos-9008", "--base-port");
  }

  @Test
  void shouldCutAndJoinBothWays() {
    network.cut(node(0), List.of(node(1)));
    network.join(node(0), List.of(node(1)));

    assertThat(changes)
        .containsExactly(
            "-n nacos-8848-1 neigh replace 169.254.49.2 lladdr 02:00:00:00:00:00 dev eth0 nud"
                + " permanent",
            "-n nacos-8848-2 neigh replace 169.254.49.1 lladdr 02:00:00:00:00:00 dev eth0 nud"
                + " permanent",
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
    assertFails(() -> SystemIp.run("/nowhere/ip", "netns list"), "install iproute2");
    assertFails(() -> SystemIp.run("ls", "/nowhere"), "ls /nowhere: ", "root");
  }

  @Test
  void shouldNotClaimEveryLinkLocalAddress() throws UnknownHostException {
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

  /** A node of which only name and address are asked. */
  private static Node node(int index) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (node, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> ClusterSpec.nodeName(index);
                  case "http" -> new InetSocketAddress(SPEC.host(index), SPEC.port(index));
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
