package dev.nacoscapacity.calibration.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NginxTest {

  private final String configuration;

  NginxTest() throws IOException {
    configuration = Nginx.configuration(8848);
  }

  @Test
  void shouldListenOnLoopbackOnly() {
    assertThat(configuration).contains("listen 127.0.0.1:8848 ").doesNotContain("0.0.0.0");
  }

  @Test
  void shouldKeepEachParameterWithinTheLimitOfNginx() {
    Matcher parameter = Pattern.compile("'[^']*'").matcher(configuration);

    assertThat(parameter.results().map(result -> result.group().length()))
        .hasSizeGreaterThan(10)
        .allMatch(length -> length < 4096);
  }

  @Test
  void shouldListAsManyHostsAsAServiceHas() {
    assertThat(configuration.split("\"healthy\":true", -1)).hasSize(88 + 1);
  }

  @Test
  void shouldReadTheRequestsAmongTheFigures() {
    String page =
        """
        Active connections: 101
        server accepts handled requests
         215 216 7340032
        Reading: 0 Writing: 1 Waiting: 100
        """;

    assertThat(Nginx.requests(page)).isEqualTo(7_340_032);
  }
}
