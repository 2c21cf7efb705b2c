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
          soap              | 'soap' is not http or grpc, nor shares of both
          http=0.7          | 'http=0.7' is not http or grpc, nor shares of both
          http=0.5,http=0.5 | 'http=0.5,http=0.5' is not http or grpc
          http=-1,grpc=2    | 'http=-1,grpc=2' is not http or grpc
          http=70%,grpc=30% | 'http=70%,grpc=30%' is not http or grpc
          http=0.7,grpc=0.2 | the shares of 'http=0.7,grpc=0.2' add up to 0.9, and must to 1
          http=1,grpc=1     | the shares of 'http=1,grpc=1' add up to 2, and must to 1
          """)
  void shouldSayWhatToWriteInstead(String text, String sentence) {
    assertThatThrownBy(() -> Protocol.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(sentence)
        .hasMessageContaining("http=0.7,grpc=0.3");
  }
}
