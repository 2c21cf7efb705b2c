package dev.nacoscapacity.calibration.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StubStatusTest {

  @Test
  void shouldReadTheRequestsAmongTheFigures() {
    String page =
        """
        Active connections: 101
        server accepts handled requests
         215 216 7340032
        Reading: 0 Writing: 1 Waiting: 100
        """;

    assertThat(StubStatus.requests(page)).isEqualTo(7_340_032);
  }
}
