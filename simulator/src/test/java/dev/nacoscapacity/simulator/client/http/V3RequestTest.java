package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests of v3, byte by byte; the login is compared with one recorded from nacos-client 3.2.1.
 */
class V3RequestTest {

  private static final Fleet FLEET = Workloads.fleet("orders", 4, 2);
  private static final int INSTANCE = 1;
  private static final String PLACE = "?namespaceId=capacity&groupName=DEFAULT_GROUP";
  private static final String ADDRESS =
      "&ip=" + FLEET.ip(INSTANCE) + "&port=" + FLEET.port(INSTANCE);

  private static String written(Operation operation, String token) {
    return written(operation, token, Duration.ofSeconds(5));
  }

  private static String written(Operation operation, String token, Duration beat) {
    HttpSettings settings =
        Workloads.http(Workloads.ofDriver("capacity", beat, HttpClients.USUAL), HttpApi.V3, 1, 0);
    HttpParts writer =
        new HttpParts(
            FLEET,
            settings,
            client -> token,
            List.of(InetSocketAddress.createUnresolved("127.0.0.1", 8848)),
            1);
    Call call = CallFixtures.begun(operation, INSTANCE, FLEET.serviceOf(INSTANCE), 0, 0);
    call.server = 0;
    ByteBuf out = Unpooled.buffer();
    writer.write(call, out);
    return out.toString(ISO_8859_1);
  }

  private static String written(Operation operation) {
    return written(operation, "TOKEN");
  }

  private static String request(String line, String more) {
    return line
        + " HTTP/1.1\r\nHost: 127.0.0.1:8848\r\nUser-Agent: nacos-capacity\r\nAccept: */*\r\n"
        + "accessToken: TOKEN\r\n"
        + more
        + "\r\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          REGISTER   | POST   | ns/instance      | serviceName | ADDRESS&ephemeral=true
          BEAT       | POST   | ns/instance      | serviceName | ADDRESS&heartBeat=true
          DEREGISTER | DELETE | ns/instance      | serviceName | ADDRESS&ephemeral=true
          LIST       | GET    | ns/instance/list | serviceName | ''
          SWEEP      | GET    | ns/instance/list | serviceName | ''
          LISTEN     | GET    | cs/config        | dataId      | ''
          """)
  void shouldWriteRequestsOfV3(
      Operation operation, String method, String path, String name, String more) {
    String line = method + " /nacos/v3/client/" + path + PLACE + "&" + name + "=orders-0001" + more;
    assertThat(written(operation))
        .isEqualTo(
            request(
                line.replace("ADDRESS", ADDRESS),
                method.equals("POST") ? "Content-Length: 0\r\n" : ""));
  }

  @Test
  void shouldDeclareItsBeatWhenItRegisters() {
    assertThat(written(Operation.REGISTER, "TOKEN", Duration.ofSeconds(20)))
        .contains("&metadata=", "beat.interval%22%3A%2220000", "beat.timeout%22%3A%2260000");
  }

  @Test
  void shouldSendNoTokenWhenItHasNone() {
    assertThat(written(Operation.LIST, null))
        .endsWith("\r\nAccept: */*\r\n\r\n")
        .doesNotContain("accessToken");
  }

  @Test
  void shouldLogInAsNacosClient321Does() throws IOException {
    try (InputStream in = V3RequestTest.class.getResourceAsStream("client-3.2.1/login.txt")) {
      String recorded = new String(in.readAllBytes(), ISO_8859_1).strip().replace("\n", "\r\n");
      assertThat(HttpPartsTest.masked(written(Operation.LOGIN)))
          .isEqualTo(HttpPartsTest.masked(recorded));
    }
  }

  @Test
  void shouldScrapeAsOverV1() {
    assertThat(written(Operation.SCRAPE)).startsWith("GET /nacos/actuator/prometheus HTTP/1.1\r\n");
  }
}
