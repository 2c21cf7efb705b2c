package dev.nacoscapacity.cluster.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientConnectionTest {

  private static final int LIMIT = 10 << 20;

  private final List<HttpExchange> served = new ArrayList<>();
  private final EmbeddedChannel client =
      new EmbeddedChannel(new HttpRequestDecoder(), new ClientConnection(served::add));

  private static ByteBuf text(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
  }

  private void post(String framing, int bytes, String end) {
    client.writeInbound(
        Unpooled.wrappedBuffer(
            text("POST /nacos/v1/cs/configs HTTP/1.1\r\n" + framing),
            Unpooled.wrappedBuffer(new byte[bytes]),
            text(end)));
  }

  @Test
  void shouldServeABodyUpToTheLimit() {
    post("Content-Length: " + LIMIT + "\r\n\r\n", LIMIT, "");

    assertThat(served).hasSize(1);
    assertThat(client.isOpen()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5_000, 20_000})
  void shouldNotServeHalfOfABodyThatIsTooLong(int more) {
    post("Content-Length: " + (LIMIT + more) + "\r\n\r\n", LIMIT + more, "");

    assertThat(served).isEmpty();
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void shouldNotServeHalfOfABodyInChunksThatIsTooLong() {
    String size = Integer.toHexString(LIMIT + 1);
    post("Transfer-Encoding: chunked\r\n\r\n" + size + "\r\n", LIMIT + 1, "\r\n0\r\n\r\n");

    assertThat(served).isEmpty();
    assertThat(client.isOpen()).isFalse();
  }
}
