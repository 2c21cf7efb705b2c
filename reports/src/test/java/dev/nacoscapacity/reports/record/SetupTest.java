package dev.nacoscapacity.reports.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SetupTest {

  @Test
  void shouldKeepWhatWasSetAndNoSecret() {
    Setup setup =
        new Setup(
            "768m",
            Map.of(
                "server.tomcat.max-threads", "4000",
                "nacos.core.auth.default.token.secret.key", "c2VjcmV0",
                "db.password.0", "word",
                "nacos.core.auth.server.identity.value", "me"),
            List.of("-XX:+UseG1GC", "-DkeyStorePassword=open"));

    assertThat(setup.settings()).containsEntry("server.tomcat.max-threads", "4000");
    assertThat(setup.jvmArgs()).containsExactly("-XX:+UseG1GC", "-DkeyStorePassword=hidden");
    assertThat(setup.toString()).doesNotContain("c2VjcmV0", "word=word", "value=me");
  }
}
