package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerConfigTest {

  private static final ClusterSpec SPEC = ClusterSpec.of(ServerVersion.V1_4_1, 3);
  private static final Secrets SECRETS = Secrets.random();

  @TempDir private Path home;

  @Test
  void shouldBindToLoopbackOnTheNodesOwnPort() {
    assertThat(ServerConfig.properties(SPEC, 2, home, SECRETS))
        .containsEntry("server.address", "127.0.0.1")
        .containsEntry("server.port", "8868");
  }

  @Test
  void shouldShowNothingButMetricsAtTheActuator() {
    assertThat(ServerConfig.properties(SPEC, 0, home, SECRETS))
        .containsEntry("management.endpoints.web.exposure.include", "prometheus");
  }

  @Test
  void shouldBindToItsOwnAddressWhenItHasANetworkOfItsOwn() {
    ClusterSpec apart = SPEC.withNetworkPerNode(true);

    assertThat(ServerConfig.properties(apart, 2, home, SECRETS))
        .containsEntry("server.address", "169.254.49.3")
        .containsEntry("server.port", "8868");
    assertThat(ServerConfig.members(apart))
        .isEqualTo("169.254.49.1:8848\n169.254.49.2:8858\n169.254.49.3:8868\n");
  }

  @Test
  void shouldCloseUserAgentBypassWhetherAuthIsOnOrOff() {
    for (boolean auth : new boolean[] {true, false}) {
      assertThat(ServerConfig.properties(SPEC.withAuth(auth), 0, home, SECRETS))
          .containsEntry("nacos.core.auth.enabled", Boolean.toString(auth))
          .containsEntry("nacos.core.auth.enable.userAgentAuthWhite", "false")
          .containsEntry("nacos.core.auth.server.identity.key", SECRETS.identityKey())
          .containsEntry("nacos.core.auth.server.identity.value", SECRETS.identityValue());
    }
  }

  @Test
  void shouldSwitchOnTheTokenCacheThatVersion2Has() {
    ClusterSpec newer = ClusterSpec.of(ServerVersion.V2_2_4, 1).withAuth(true);

    assertThat(ServerConfig.properties(newer.withAuthCache(true), 0, home, SECRETS))
        .containsEntry("nacos.core.auth.plugin.nacos.token.cache.enable", "true")
        .containsEntry("nacos.core.auth.plugin.nacos.token.secret.key", SECRETS.tokenKey())
        .doesNotContainKey("nacos.core.auth.default.token.secret.key");
    assertThat(ServerConfig.properties(newer, 0, home, SECRETS))
        .containsEntry("nacos.core.auth.plugin.nacos.token.cache.enable", "false");
  }

  @Test
  void shouldGiveEachVersionThePortAndTheSettingsThatItReads() {
    ClusterSpec three = ClusterSpec.of(ServerVersion.V3_1_0, 3);

    assertThat(ServerConfig.properties(three, 1, home, SECRETS))
        .containsEntry("nacos.server.main.port", "8858")
        .containsEntry("nacos.core.auth.admin.enabled", "false")
        .containsEntry("nacos.namespace.migrate.retry.times", "60")
        .containsEntry("db.pool.config.connectionTimeout", "30000")
        .doesNotContainKey("server.port");
    assertThat(ServerConfig.properties(ClusterSpec.of(ServerVersion.V2_5_0, 1), 0, home, SECRETS))
        .containsEntry("nacos.config.derby.ops.enabled", "true");
    assertThat(ServerConfig.properties(three.withAuth(true), 1, home, SECRETS))
        .containsEntry("nacos.core.auth.admin.enabled", "true");
  }

  @Test
  void shouldFindTheIdentityThatItWroteOrThatASettingSaid() throws IOException {
    assertThat(ServerConfig.identity(home)).isEmpty();
    ServerConfig.write(SPEC, 0, home, SECRETS);
    assertThat(ServerConfig.identity(home))
        .hasValue(new ServerIdentity(SECRETS.identityKey(), SECRETS.identityValue()));

    Path other = home.resolve("other");
    ServerConfig.write(
        SPEC.withSetting("nacos.core.auth.server.identity.key", "x-server")
            .withSetting("nacos.core.auth.server.identity.value", "mine"),
        0,
        other,
        SECRETS);
    assertThat(ServerConfig.identity(other)).hasValue(new ServerIdentity("x-server", "mine"));
  }

  @Test
  void shouldLetSettingsWin() {
    Map<String, String> keys =
        ServerConfig.properties(
            SPEC.withSetting("server.tomcat.accesslog.enabled", "true"), 0, home, SECRETS);

    assertThat(keys).containsEntry("server.tomcat.accesslog.enabled", "true");
  }

  @Test
  void shouldNameEveryMember() {
    assertThat(ServerConfig.members(SPEC))
        .isEqualTo("127.0.0.1:8848\n127.0.0.1:8858\n127.0.0.1:8868\n");
  }

  @Test
  void shouldWriteSecretsForTheOwnerOnlyAndSettingsAsTheyWere() throws IOException {
    ServerConfig.write(
        SPEC.withSetting("log pattern", "%h: a=b \\ c").withSetting("a:b", "1"), 0, home, SECRETS);

    Path file = home.resolve("conf/application.properties");
    assertThat(StateFolderTest.permissions(file)).isEqualTo("rw-------");
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      read.load(reader);
    }
    assertThat(read)
        .containsEntry("log pattern", "%h: a=b \\ c")
        .containsEntry("a:b", "1")
        .containsEntry("nacos.core.auth.default.token.secret.key", SECRETS.tokenKey());
  }

  @Test
  void shouldMakeSecretsThatNacosAcceptsAndNothingPrints() {
    assertThat(Base64.getDecoder().decode(SECRETS.tokenKey())).hasSizeGreaterThanOrEqualTo(32);
    assertThat(SECRETS.identityKey()).matches("[a-zA-Z-]{10,}");
    assertThat(SECRETS.toString()).doesNotContain(SECRETS.tokenKey());
    assertThat(Secrets.random()).isNotEqualTo(Secrets.random());
  }
}
