package dev.nacoscapacity.cluster.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ParamsTest {

  @Test
  void shouldDecodeWhatTheJavaClientSends() {
    Params params =
        new Params("serviceName=DEFAULT_GROUP%40%40orders&metadata=%7B%7D&healthy=true&clusters=&");

    assertThat(params.entries())
        .containsExactly(
            Map.entry("serviceName", "DEFAULT_GROUP@@orders"),
            Map.entry("metadata", "{}"),
            Map.entry("healthy", "true"),
            Map.entry("clusters", ""));
    assertThat(params.get("metadata")).isEqualTo("{}");
    assertThat(params.get("meta")).isNull();
  }

  @Test
  void shouldTakeNamesWithoutValueAndPlusForSpace() {
    Params params = new Params("a&b=1+2&&c=x=y");

    assertThat(params.get("a")).isEmpty();
    assertThat(params.get("b")).isEqualTo("1 2");
    assertThat(params.get("c")).isEqualTo("x=y");
  }

  @Test
  void shouldLeaveOutWhatCannotBeDecoded() {
    Params params = new Params("a=100%&b=1");

    assertThat(params.entries()).containsExactly(Map.entry("b", "1"));
  }
}
