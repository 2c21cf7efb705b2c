package dev.nacoscapacity.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nacos.core.auth.default.token.secret.key | c2VjcmV0 | hidden",
        "db.password.0 | word | hidden",
        "nacos.core.auth.server.identity.value | me | hidden",
        "db.pwd | word | hidden",
        "db.url.0 | jdbc:mysql://h:3306/n?user=u&password=pa,ss&useSSL=false |"
            + " jdbc:mysql://h:3306/n?user=u&password=hidden&useSSL=false",
        "db.url.0 | jdbc:sqlserver://h;user=u;Password = p@ss;x=1 |"
            + " jdbc:sqlserver://h;user=u;Password = hidden;x=1",
        "db.url.0 | jdbc:mysql://root:pa:s@s@h/n | jdbc:mysql://root:hidden@h/n",
        "proxy | http://u:@h | http://u:hidden@h",
        "hook | https://h/x?access_token=abc | https://h/x?access_token=hidden",
        "db.url.0 | jdbc:sqlserver://h;password=\"p s;t\";x=1 |"
            + " jdbc:sqlserver://h;password=hidden;x=1",
        "db.url.0 | host=h password='p s' dbname=n | host=h password=hidden dbname=n",
        "hook.access-token | abc | hidden",
        "hook.accessToken | abc | hidden",
        "hook.api-key | abc | hidden",
        "hook.apiKey | abc | hidden",
        "hook | https://h/x?apikey=abc&y=1 | https://h/x?apikey=hidden&y=1",
        "options | bin/x --password hush stop a --force | bin/x --password hidden stop a --force",
        "options | bin/x --pwd-stdin --yes | bin/x --pwd-stdin --yes",
        "options | bin/x --token \"hu sh\" a | bin/x --token hidden a",
        "nacos.core.auth.plugin.nacos.token.cache.enable | true | true",
        "nacos.core.auth.default.token.expire.seconds | 18000 | 18000",
        "server.tomcat.max-threads | 4000 | 4000",
        "db.url.0 | jdbc:mysql://10.0.0.1:3306/n | jdbc:mysql://10.0.0.1:3306/n"
      })
  void shouldHideSecretsOfKeysAndWithinValues(String key, String value, String shown) {
    assertThat(Redaction.value(key, value)).isEqualTo(shown);
  }

  @Test
  void shouldHideNothingOfASpecButTheSecretsOfItsSettings() {
    ClusterSpec spec =
        ClusterSpec.of(ServerVersion.V1_4_1, 3)
            .withSetting("db.url.0", "jdbc:mysql://h/n?password=hush")
            .withSetting("db.num", "1")
            .withJvmArg("-XX:+UseZGC");

    assertThat(spec.redacted().settings())
        .containsEntry("db.url.0", "jdbc:mysql://h/n?password=hidden")
        .containsEntry("db.num", "1");
    assertThat(spec.redacted().jvmArgs()).containsExactly("-XX:+UseZGC");
    assertThat(spec.settings().toString()).contains("hush");
  }

  @Test
  void shouldRefuseAnArgumentThatWouldShowASecretAmongTheProcesses() {
    ClusterSpec spec = ClusterSpec.of(ServerVersion.V1_4_1, 3);

    for (String arg : new String[] {"-DkeyStorePassword=hush", "-Ddb.url=x?password=hush"}) {
      assertThatThrownBy(() -> spec.withJvmArg(arg))
          .isInstanceOf(IllegalArgumentException.class)
          .message()
          .contains("--jvm-arg", "--set")
          .doesNotContain("hush");
    }
  }
}
