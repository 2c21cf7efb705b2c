package dev.nacoscapacity.cluster.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.proxy.HttpProxy;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of a node with auth sees through a gateway, beside what the node itself says. */
@Timeout(240)
class GatewayIT {

  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final HttpClient http = HttpClient.newHttpClient();

  private static StandInCluster node(Duration tokenTtl) {
    StandInCluster cluster =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 1).withAuth(true),
            StandInSettings.defaults().withFreePorts().withTokenTtl(tokenTtl));
    cluster.start();
    return cluster;
  }

  private static HttpProxy gateway(StandInCluster cluster, boolean cache) {
    return Gateway.open(
        ANY,
        cluster.node(0).http(),
        cluster.tokenKey().orElseThrow(),
        new GatewaySettings(HttpProxySettings.DEFAULT, cache));
  }

  private HttpResponse<String> get(InetSocketAddress at, String uri) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at.getPort() + uri)).build(),
        BodyHandlers.ofString());
  }

  /** An answer without what differs from call to call. */
  private String answer(InetSocketAddress at, String uri) throws Exception {
    HttpResponse<String> answer = get(at, uri);
    ObjectNode body = (ObjectNode) new ObjectMapper().readTree(answer.body());
    return answer.statusCode() + " " + body.without(List.of("timestamp", "lastRefTime"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldPassWhatTheNodeAcceptsAndRefuseTheRestAsTheNodeDoes(boolean cache) throws Exception {
    try (StandInCluster cluster = node(Duration.ofHours(5));
        HttpProxy gateway = gateway(cluster, cache)) {
      InetSocketAddress node = cluster.node(0).http();
      String token =
          AdminClient.of(gateway.address(), Duration.ofSeconds(60)).login("nacos", "nacos").token();
      String list = Http.LIST + "?serviceName=orders&accessToken=";
      String tampered = token.substring(0, 30) + (token.charAt(30) == 'A' ? 'B' : 'A');

      for (String uri : List.of(list + token, list + token, list, list + tampered, list + "x")) {
        assertThat(answer(gateway.address(), uri)).isEqualTo(answer(node, uri));
      }
      assertThat(get(gateway.address(), list + token).statusCode()).isEqualTo(200);
      assertThat(get(gateway.address(), list + tampered).statusCode()).isEqualTo(403);
      for (String open : Http.OPEN) {
        assertThat(get(gateway.address(), open).statusCode())
            .as(open)
            .isEqualTo(get(node, open).statusCode());
      }
    }
  }

  @Test
  void shouldRefuseATokenThatExpiredAlthoughItIsRemembered() throws Exception {
    try (StandInCluster cluster = node(Duration.ofSeconds(2));
        HttpProxy gateway = gateway(cluster, true)) {
      String token =
          AdminClient.of(gateway.address(), Duration.ofSeconds(60)).login("nacos", "nacos").token();
      String list = Http.LIST + "?serviceName=orders&accessToken=" + token;

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(get(gateway.address(), list).body())
                      .contains("\"message\":\"token expired!\""));
    }
  }
}
