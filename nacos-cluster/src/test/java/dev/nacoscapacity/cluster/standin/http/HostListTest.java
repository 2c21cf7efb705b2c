package dev.nacoscapacity.cluster.standin.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.cluster.DownRule;
import dev.nacoscapacity.cluster.standin.http.HostList.Form;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.LocalNetwork;
import dev.nacoscapacity.cluster.standin.registry.ManualLoop;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostListTest {

  private static final ServiceKey ORDERS = new ServiceKey("public", "DEFAULT_GROUP@@orders");

  private final ManualLoop time = new ManualLoop();
  private final NamingNode node =
      new NamingNode(
          new NodeLoop(time),
          new LocalNetwork(1),
          new Members(0, List.of("127.0.0.1:8848"), DownRule.REFUSED),
          Duration.ZERO);
  private final HostList hosts = new HostList(node.registry());

  HostListTest() {
    node.start();
  }

  private void register(int port, String cluster, boolean enabled) {
    InstanceKey key = new InstanceKey("198.18.0.1", port, cluster);
    node.register(
        ORDERS,
        InstanceSpec.of(key, ORDERS.name(), 1, enabled, true, Map.of("version", "1")),
        true);
  }

  private String list(String clusters, boolean healthyOnly, Form form) {
    Service service = node.registry().find(ORDERS);
    return new String(hosts.hosts(service, clusters, healthyOnly, form), StandardCharsets.UTF_8);
  }

  private List<Integer> ports(String clusters, boolean healthyOnly) {
    return JsonText.parse(list(clusters, healthyOnly, Form.GROUPED)).findValues("port").stream()
        .map(JsonNode::asInt)
        .toList();
  }

  @Test
  void shouldWriteFieldsAsNacos141Does() {
    register(8080, "DEFAULT", true);

    assertThat(list("", false, Form.GROUPED))
        .isEqualTo(
            "[{\"ip\":\"198.18.0.1\",\"port\":8080,\"valid\":true,\"healthy\":true,"
                + "\"marked\":false,"
                + "\"instanceId\":\"198.18.0.1#8080#DEFAULT#DEFAULT_GROUP@@orders\","
                + "\"metadata\":{\"version\":\"1\"},\"enabled\":true,\"weight\":1.0,"
                + "\"clusterName\":\"DEFAULT\",\"serviceName\":\"DEFAULT_GROUP@@orders\","
                + "\"ephemeral\":true}]");
    assertThat(list("", false, Form.PLAIN)).contains("\"serviceName\":\"orders\"");
  }

  /** As {@code Instance} of nacos-api 3.1 is written. */
  @Test
  void shouldWriteFieldsAsNacos31DoesOverV3() {
    register(8080, "DEFAULT", true);

    assertThat(list("", false, Form.V3))
        .isEqualTo(
            "[{\"instanceId\":\"198.18.0.1#8080#DEFAULT#DEFAULT_GROUP@@orders\","
                + "\"ip\":\"198.18.0.1\",\"port\":8080,\"weight\":1.0,\"healthy\":true,"
                + "\"enabled\":true,\"ephemeral\":true,\"clusterName\":\"DEFAULT\","
                + "\"serviceName\":\"DEFAULT_GROUP@@orders\",\"metadata\":{\"version\":\"1\"},"
                + "\"instanceHeartBeatInterval\":5000,\"instanceHeartBeatTimeOut\":15000,"
                + "\"ipDeleteTimeout\":30000}]");
  }

  @Test
  void shouldShowChangeWhenListWasKept() {
    register(1, "DEFAULT", true);
    assertThat(ports("", false)).containsExactly(1);

    register(2, "DEFAULT", true);
    assertThat(ports("", false)).containsExactly(1, 2);

    node.deregister(ORDERS, new InstanceKey("198.18.0.1", 1, "DEFAULT"));
    assertThat(ports("", false)).containsExactly(2);
  }

  @Test
  void shouldListClustersAskedForAndLeaveOutDisabled() {
    register(1, "DEFAULT", true);
    register(2, "blue", true);
    register(3, "green", true);
    register(4, "blue", false);

    assertThat(ports("blue,green", false)).containsExactly(2, 3);
    assertThat(ports("", false)).containsExactly(1, 2, 3);
  }

  @Test
  void shouldLeaveOutUnhealthyWhenHealthyOnly() {
    register(1, "DEFAULT", true);
    time.passSeconds(10);
    register(2, "DEFAULT", true);
    time.passSeconds(10);

    assertThat(ports("", true)).containsExactly(2);
    assertThat(ports("", false)).containsExactly(1, 2);
    assertThat(list("", false, Form.GROUPED))
        .contains("\"healthy\":false")
        .contains("\"healthy\":true");
  }

  @Test
  void shouldCallNoneHealthyWhenADisabledOneIs() {
    register(1, "DEFAULT", true);
    time.passSeconds(10);
    register(2, "DEFAULT", false);
    time.passSeconds(10);

    assertThat(ports("", true)).isEmpty();
    assertThat(list("", false, Form.PLAIN)).contains("\"healthy\":false");
  }

  @Test
  void shouldCallAllHealthyWhenNoneIs() {
    register(1, "DEFAULT", true);
    time.passSeconds(20);

    assertThat(node.registry().find(ORDERS).healthyCount()).isZero();
    assertThat(ports("", true)).as("the protect threshold is reached").containsExactly(1);
    assertThat(list("", false, Form.GROUPED)).doesNotContain("\"healthy\":false");
    assertThat(list("", false, Form.V3)).contains("\"healthy\":false");
  }
}
