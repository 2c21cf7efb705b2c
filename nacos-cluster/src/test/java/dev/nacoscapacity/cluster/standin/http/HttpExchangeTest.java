package dev.nacoscapacity.cluster.standin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nacoscapacity.cluster.standin.http.HttpExchange.BadRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpExchangeTest {

  private static final int LIMIT = 10 << 20;

  private final List<HttpExchange> received = new ArrayList<>();
  private final EmbeddedChannel client = new EmbeddedChannel();

  HttpExchangeTest() {
    HttpExchange.addTo(client.pipeline(), received::add);
  }

  private static ByteBuf ascii(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
  }

  private HttpExchange get(String query) {
    client.writeInbound(ascii("GET /nacos/v1/ns/instance/list?" + query + " HTTP/1.1\r\n\r\n"));
    return received.get(0);
  }

  private HttpExchange post(String head, int bytes, String end) {
    client.writeInbound(
        Unpooled.wrappedBuffer(
            ascii("POST /nacos/v1/cs/configs HTTP/1.1\r\n" + head),
            Unpooled.wrappedBuffer(new byte[bytes]),
            ascii(end)));
    return received.isEmpty() ? null : received.get(0);
  }

  private String written() {
    StringBuilder text = new StringBuilder();
    for (ByteBuf part; (part = client.readOutbound()) != null; part.release()) {
      text.append(part.toString(StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  @Test
  void shouldDecodeWhatTheJavaClientSends() {
    HttpExchange exchange =
        get("serviceName=DEFAULT_GROUP%40%40orders&metadata=%7B%7D&healthy=true&clusters=&");

    assertThat(exchange.path()).isEqualTo("/nacos/v1/ns/instance/list");
    assertThat(exchange.recorded().query())
        .containsExactly(
            Map.entry("serviceName", "DEFAULT_GROUP@@orders"),
            Map.entry("metadata", "{}"),
            Map.entry("healthy", "true"),
            Map.entry("clusters", ""));
    assertThat(exchange.param("metadata")).isEqualTo("{}");
    assertThat(exchange.param("meta")).isNull();
  }

  @Test
  void shouldTakePlusForSpaceAndSemicolonsAsPartOfAValue() {
    HttpExchange exchange = get("b=1+2&&c=x=y&d=1;2");

    assertThat(exchange.param("b")).isEqualTo("1 2");
    assertThat(exchange.param("c")).isEqualTo("x=y");
    assertThat(exchange.param("d")).isEqualTo("1;2");
  }

  @Test
  void shouldTakeAParameterOfTheFormWhenTheUrlHasNone() {
    client.writeInbound(
        ascii("POST /nacos/v1/cs/configs?a=1 HTTP/1.1\r\nContent-Length: 7\r\n\r\na=2&b=3"));

    assertThat(received.get(0).param("a")).isEqualTo("1");
    assertThat(received.get(0).param("b")).isEqualTo("3");
  }

  @Test
  void shouldRefuseParametersThatCannotBeDecoded() {
    HttpExchange exchange = get("a=100%&b=1");

    assertThatExceptionOfType(BadRequest.class).isThrownBy(() -> exchange.param("b"));
  }

  @Test
  void shouldAnswerWithoutReasonPhraseAsTomcatDoes() {
    get("a=1").json("{\"é\":1}");

    assertThat(written())
        .isEqualTo(
            "HTTP/1.1 200 \r\ncontent-type: application/json;charset=UTF-8\r\n"
                + "content-length: 8\r\n\r\n{\"é\":1}");
    assertThat(client.isOpen()).isTrue();
  }

  @Test
  void shouldCloseAfterTheAnswerWhenTheClientAsksFor() {
    client.writeInbound(ascii("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n"));
    received.get(0).json("{\"hosts\":", new byte[] {'[', '1', ']'}, "}");

    assertThat(written()).contains("connection: close").endsWith("\r\n\r\n{\"hosts\":[1]}");
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void shouldServeABodyUpToTheLimit() {
    HttpExchange exchange = post("Content-Length: " + LIMIT + "\r\n\r\n", LIMIT, "");

    assertThat(exchange.recorded().body()).hasSize(LIMIT);
    assertThat(client.isOpen()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5_000, 20_000})
  void shouldRefuseABodyThatIsTooLong(int more) {
    post("Content-Length: " + (LIMIT + more) + "\r\n\r\n", LIMIT + more, "");

    assertThat(received).isEmpty();
    assertThat(written()).startsWith("HTTP/1.1 413");
  }

  @Test
  void shouldRefuseABodyInChunksThatIsTooLong() {
    String size = Integer.toHexString(LIMIT + 1);
    post("Transfer-Encoding: chunked\r\n\r\n" + size + "\r\n", LIMIT + 1, "\r\n0\r\n\r\n");

    assertThat(received).isEmpty();
    assertThat(written()).startsWith("HTTP/1.1 413");
  }
}
