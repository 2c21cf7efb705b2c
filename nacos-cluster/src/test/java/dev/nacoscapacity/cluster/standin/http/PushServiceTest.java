package dev.nacoscapacity.cluster.standin.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.standin.http.PushService.Subscriber;
import dev.nacoscapacity.cluster.standin.registry.ManualLoop;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PushServiceTest {

  private static final ServiceKey ORDERS = new ServiceKey("public", "DEFAULT_GROUP@@orders");
  private static final InetSocketAddress CLIENT = new InetSocketAddress("127.0.0.1", 40_000);

  private final ManualLoop time = new ManualLoop();
  private final List<byte[]> sent = new ArrayList<>();
  private String body = "{}";
  private final PushService push =
      new PushService(time, subscriber -> body, (to, datagram) -> sent.add(datagram));

  private void subscribe() {
    push.subscribe(new Subscriber(ORDERS, "", CLIENT, "Nacos-Java-Client:v1.4.2"));
  }

  private void acknowledge(byte[] datagram) throws IOException {
    long sequence = new ObjectMapper().readTree(datagram).get("lastRefTime").asLong();
    String ack = "{\"type\": \"push-ack\", \"lastRefTime\":\"" + sequence + "\", \"data\":\"\"}";
    push.received(CLIENT, ack.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldMergeChangesOfOneSecondIntoOnePush() throws IOException {
    subscribe();
    push.changed(ORDERS);
    time.passSeconds(0.9);
    push.changed(ORDERS);
    assertThat(sent).isEmpty();

    time.passSeconds(0.2);

    assertThat(sent).hasSize(1);
    JsonNode packet = new ObjectMapper().readTree(sent.get(0));
    assertThat(packet.get("type").asText()).isEqualTo("dom");
    assertThat(packet.get("data").asText()).isEqualTo("{}");
  }

  @Test
  void shouldCompressWhenLargerThanOneKilobyte() throws IOException {
    body = "x".repeat(2_000);
    subscribe();
    push.changed(ORDERS);
    time.passSeconds(1);

    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(sent.get(0))).readAllBytes();

    assertThat(new ObjectMapper().readTree(plain).get("data").asText()).isEqualTo(body);
  }

  @Test
  void shouldNotRepeatWhenAcknowledged() throws IOException {
    subscribe();
    push.changed(ORDERS);
    time.passSeconds(1);
    assertThat(push.failed()).isOne();

    acknowledge(sent.get(0));
    time.passSeconds(60);

    assertThat(sent).hasSize(1);
    assertThat(push.failed()).isZero();
    assertThat(push.pushed()).isOne();
  }

  @Test
  void shouldRepeatOnceAndGiveUpWhenNotAcknowledged() {
    subscribe();
    push.changed(ORDERS);

    time.passSeconds(60);

    assertThat(sent).hasSize(2);
    assertThat(push.failed()).isOne();
    assertThat(push.pushed()).isOne();
  }

  @Test
  void shouldForgetClientWhenItHasNotAskedFor10Seconds() {
    subscribe();
    time.passSeconds(9.5);
    push.changed(ORDERS);

    time.passSeconds(2);

    assertThat(sent).isEmpty();
  }

  @Test
  void shouldIgnoreDatagramWhenItIsNoAcknowledgement() {
    push.received(CLIENT, new byte[] {1, 2, 3});
    push.received(CLIENT, new byte[0]);

    assertThat(push.failed()).isZero();
  }
}
