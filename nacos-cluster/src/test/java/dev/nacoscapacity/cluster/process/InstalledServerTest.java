package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledServerTest {

  private static final Secrets SECRETS = Secrets.random();
  private static final ClusterSpec SPEC =
      ClusterSpec.of(ServerVersion.V1_4_1, 3)
          .withAuth(true)
          .withSetting("db.password.0", "hush")
          .withSetting("server.tomcat.max-threads", "400");

  @TempDir private Path home;
  private InstalledServer server;

  @BeforeEach
  void create() throws IOException {
    new InstalledServer(SPEC, 1, home).create(SECRETS);
    Files.createDirectories(home.resolve("data/derby-data"));
    write("data/derby-data/log", "of 1.4.1");
    // As a later command finds it.
    server = new InstalledServer(SPEC.redacted(), 1, home);
  }

  @Test
  void shouldGiveAnotherVersionTheSecretsAndSettingsOfTheOneBefore() throws IOException {
    assertThat(server.version()).isEqualTo(ServerVersion.V1_4_1);

    server.install(ServerVersion.V2_2_4);

    assertThat(server.version()).isEqualTo(ServerVersion.V2_2_4);
    assertThat(properties())
        .containsEntry("nacos.core.auth.plugin.nacos.token.secret.key", SECRETS.tokenKey())
        .containsEntry("nacos.core.auth.server.identity.key", SECRETS.identityKey())
        .containsEntry("nacos.core.auth.server.identity.value", SECRETS.identityValue())
        .containsEntry("db.password.0", "hush")
        .containsEntry("server.tomcat.max-threads", "400")
        .containsEntry("server.port", "8858")
        .doesNotContainKey("nacos.core.auth.default.token.secret.key");
    assertThat(home.resolve("conf/cluster.conf")).hasContent(ServerConfig.members(SPEC));
    assertThat(home.resolve("data/derby-data/log")).hasContent("of 1.4.1");
  }

  @Test
  void shouldReturnToTheVersionBeforeAndKeepWhatTheOtherLeft() throws IOException {
    Properties before = properties();
    server.install(ServerVersion.V2_2_4);
    write("data/derby-data/log", "of 2.2.4");
    write("data/upgrade.state", "new");
    Files.createDirectories(home.resolve("logs"));
    write("logs/start.out", "NoSuchMethodError");
    assertThat(server.unsettled()).isTrue();

    Path failed = server.putBack();

    assertThat(server.version()).isEqualTo(ServerVersion.V1_4_1);
    assertThat(server.unsettled()).isFalse();
    assertThat(properties()).isEqualTo(before);
    assertThat(home.resolve("data/derby-data/log")).hasContent("of 1.4.1");
    assertThat(home.resolve("data/upgrade.state")).doesNotExist();
    assertThat(failed).isEqualTo(home.resolve("failed-2.2.4-1"));
    assertThat(failed.resolve("data/derby-data/log")).hasContent("of 2.2.4");
    assertThat(failed.resolve("conf/application.properties")).exists();
    assertThat(failed.resolve("logs/start.out")).exists();
    assertThat(home.resolve("logs")).doesNotExist();
  }

  @Test
  void shouldLeaveTheVersionBeforeWhenTheOtherCannotBeWritten() throws IOException {
    Properties before = properties();
    Files.createDirectories(home.resolve("server.unfinished/in-the-way"));

    assertFails(() -> server.install(ServerVersion.V2_2_4), "cannot change the version of node2");

    assertThat(server.unsettled()).isFalse();
    assertThat(server.version()).isEqualTo(ServerVersion.V1_4_1);
    assertThat(properties()).isEqualTo(before);
    assertThat(home.resolve("data/derby-data/log")).hasContent("of 1.4.1");
  }

  @Test
  void shouldKeepTheDataOfEachFailedUpgrade() throws IOException {
    for (int attempt = 1; attempt <= 2; attempt++) {
      server.install(ServerVersion.V2_2_4);
      write("data/derby-data/log", "attempt " + attempt);
      server.putBack();
    }

    assertThat(home.resolve("failed-2.2.4-1/data/derby-data/log")).hasContent("attempt 1");
    assertThat(home.resolve("failed-2.2.4-2/data/derby-data/log")).hasContent("attempt 2");
    assertThat(home.resolve("data/derby-data/log")).hasContent("of 1.4.1");
  }

  @Test
  void shouldResumeAnInterruptedRollback() throws IOException {
    server.install(ServerVersion.V2_2_4);
    write("data/derby-data/log", "of 2.2.4");
    StateFolder.delete(home.resolve("conf"));
    Files.move(home.resolve("before/conf"), home.resolve("conf"));

    server.putBack();

    assertThat(properties()).containsKey("nacos.core.auth.default.token.secret.key");
    assertThat(home.resolve("data/derby-data/log")).hasContent("of 1.4.1");
    assertThat(server.version()).isEqualTo(ServerVersion.V1_4_1);
  }

  @Test
  void shouldDeleteTheOldVersionOnceSettled() {
    server.install(ServerVersion.V2_2_4);

    server.settle();

    assertThat(server.unsettled()).isFalse();
    assertThat(home).isDirectoryNotContaining(path -> path.toString().contains("before"));
    assertThat(server.version()).isEqualTo(ServerVersion.V2_2_4);
    server.settle();
  }

  @Test
  void shouldNameTheFileThatSaysNoKnownVersion() throws IOException {
    write("server", "9.9");

    assertFails(server::version, home.resolve("server").toString(), "'9.9'");
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(home.resolve(file), text);
  }

  private Properties properties() throws IOException {
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("conf/application.properties"))) {
      read.load(reader);
    }
    return read;
  }
}
