package dev.nacoscapacity.cluster.protocol.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadMarshallerTest {

  private final PayloadMarshaller marshaller = new PayloadMarshaller();

  @Test
  void shouldWriteTheFieldsOfNacosProtoFile() {
    Payload payload =
        new Payload("A", "1.2.3.4", Map.of("k", "v"), "{}".getBytes(StandardCharsets.UTF_8));

    // Written down by hand from nacos_grpc_service.proto: field and wire type, length, content.
    assertThat(HexFormat.of().formatHex(PayloadMarshaller.bytes(payload)))
        .isEqualTo(
            "1214"
                + ("1a01" + "41")
                + ("3a06" + "0a016b" + "120176")
                + ("4207" + "312e322e332e34")
                + "1a04"
                + ("1202" + "7b7d"));
  }

  @Test
  void shouldReadWhatItWroteWhenTheBodyIsLong() {
    byte[] body = "é".repeat(100_000).getBytes(StandardCharsets.UTF_8);

    Payload read =
        marshaller.parse(
            marshaller.stream(new Payload("Type", "", Map.of("a", "1", "b", ""), body)));

    assertThat(read.type()).isEqualTo("Type");
    assertThat(read.clientIp()).isEmpty();
    assertThat(read.headers()).isEqualTo(Map.of("a", "1", "b", ""));
    assertThat(read.body()).isEqualTo(body);
  }

  @Test
  void shouldSkipFieldsWhenTheyAreUnknown() {
    byte[] bytes = HexFormat.of().parseHex("0807" + "1a06" + "0a0178" + "12017b" + "220141");

    assertThat(marshaller.parse(new ByteArrayInputStream(bytes)).json()).isEqualTo("{");
  }

  @Test
  void shouldRefuseWhatIsNoPayload() {
    byte[] cut = HexFormat.of().parseHex("1a7f12");

    assertThatThrownBy(() -> marshaller.parse(new ByteArrayInputStream(cut)))
        .isInstanceOf(StatusRuntimeException.class);
  }
}
