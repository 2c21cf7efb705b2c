package dev.nacoscapacity.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.GatewayAnswer.Fault;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayAnswerTest {

  @Test
  void shouldNameStatusAndProductInTheReason() {
    assertThat(new GatewayAnswer(503, "nginx", Fault.REFUSAL).reason())
        .isEqualTo("http 503 by gateway nginx");
    assertThat(new GatewayAnswer(429, "", Fault.REFUSAL).reason()).isEqualTo("http 429 by gateway");
    assertThat(new GatewayAnswer(429, "q9f8x7 …", Fault.REFUSAL).reason())
        .isEqualTo("http 429 by gateway");
    assertThat(new GatewayAnswer(503, "envoy", Fault.SILENT_NODE).reason())
        .isEqualTo("http 503 by gateway envoy, node silent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http 503", "timed out", "http 503 by gateway envoy, node silent"})
  void shouldNotCallItARefusalWhenANodeMayHaveSeenTheCall(String reason) {
    assertThat(GatewayAnswer.refused(reason)).isFalse();
  }

  @Test
  void shouldCountRefusalsAmongFailures() {
    assertThat(GatewayAnswer.refused(null)).isFalse();
    assertThat(
            GatewayAnswer.refusals(
                Map.of(
                    "http 503 by gateway nginx", 3L,
                    "http 429 by gateway", 4L,
                    "http 504 by gateway, node silent", 5L,
                    "http 503", 6L)))
        .isEqualTo(7);
  }
}
