package dev.nacoscapacity.jmeter.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.jmeter.sampler.Wire;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GrpcWireTest {

  private static final Map<String, String> SETTINGS =
      Map.of(
          "instances", "2",
          "services", "1",
          "prefix", "run-1-",
          "shard", "1/1",
          "servers", "127.0.0.1:1",
          "namespace", "capacity",
          "clientIp", "127.0.0.1",
          "beat", "5",
          "listen", "30",
          "callTimeout", "1000");

  @Test
  @Timeout(60)
  void shouldReportAFailureWhenTheDriverThrows() throws InterruptedException {
    try (Wire clients = GrpcWire.open(SETTINGS)) {
      // There is one service only.
      assertThat(clients.call("listen", 99)).startsWith("internal error: java.lang.");
      assertThat(clients.call("listen", 99)).startsWith("internal error: java.lang.");
    }
  }

  @Test
  @Timeout(60)
  void shouldMakeTheCallThatAPlanNamesWhateverItsCase() throws InterruptedException {
    try (Wire clients = GrpcWire.open(SETTINGS)) {
      assertThat(clients.call("BEAT", 1)).isEqualTo("connection refused");
      assertThatThrownBy(() -> clients.call("ping", 1)).hasMessage("no call: ping");
    }
  }
}
