package dev.nacoscapacity.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtocolTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http                  | http                  | true  | false
          GRPC                  | grpc                  | false | true
          http=0.7,grpc=0.3     | http=0.7,grpc=0.3     | true  | true
          grpc=0.30,http=0.70   | http=0.7,grpc=0.3     | true  | true
          http=0.999,grpc=0.001 | http=0.999,grpc=0.001 | true  | true
          http=1,grpc=0         | http=1,grpc=0         | true  | true
          """)
  void shouldReadWhatItWrites(String text, String label, boolean http, boolean grpc) {
    Protocol protocol = Protocol.parse(text);

    assertThat(protocol.label()).isEqualTo(label);
    assertThat(protocol.http()).isEqualTo(http);
    assertThat(protocol.grpc()).isEqualTo(grpc);
    assertThat(Protocol.parse(label)).isEqualTo(protocol);
  }

  @Test
  void shouldKnowTheShareOverGrpc() {
    assertThat(Protocol.parse("grpc=0.3,http=0.7").grpcShare()).isEqualTo(0.3);
    assertThat(Protocol.parse("grpc").mixed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          soap              | not http or grpc
          http=0.7          | not http or grpc
          http=0.5,http=0.5 | not http or grpc
          http=-1,grpc=2    | not http or grpc
          http=70%,grpc=30% | not http or grpc
          http=0.7,grpc=0.2 | 0.9
          http=1,grpc=1     | 2
          """)
  void shouldSayWhatToWriteInstead(String text, String fault) {
    assertThatThrownBy(() -> Protocol.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains("'" + text + "'", fault, "http=0.7,grpc=0.3");
  }
}
