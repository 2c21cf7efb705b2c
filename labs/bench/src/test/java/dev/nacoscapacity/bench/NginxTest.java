package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NginxTest {

  @Test
  void shouldListenOnLoopbackAndKeepEachParameterWithinTheLimitOfNginx() throws IOException {
    String configuration = Nginx.configuration(8848);

    assertThat(configuration).contains("listen 127.0.0.1:8848 ").doesNotContain("0.0.0.0");
    assertThat(configuration.split("\"healthy\":true", -1)).hasSize(88 + 1);
    assertThat(Pattern.compile("'[^']*'").matcher(configuration).results())
        .hasSizeGreaterThan(10)
        .allMatch(parameter -> parameter.group().length() < 4096);
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
