package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.process.StateFolder.ClusterRecord;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateFolderTest {

  private static final ClusterRecord RECORDED =
      new ClusterRecord(
          ClusterSpec.of(ServerVersion.V1_4_1, 3)
              .withAuth(true)
              .withHeap("1g")
              .withSetting("server.tomcat.max-threads", "400")
              .withJvmArg("-Xint")
              .withBasePort(9000),
          10,
          "17.0.15",
          "2026-01-01T00:00:00Z");

  @TempDir private Path temp;
  private StateFolder folder;

  @BeforeEach
  void create() {
    folder = new StateFolder(temp.resolve("state"));
    folder.clear();
  }

  @Test
  void shouldReadBackWhatWasRecorded() {
    folder.record(RECORDED);

    assertThat(folder.recorded()).contains(RECORDED);
    assertThat(folder.path().resolve("spec.json")).content().contains("\"version\" : \"1.4.1\"");
  }

  @Test
  void shouldKeepNoSecretOfASettingWhenAClusterIsRecorded() {
    ClusterSpec spec =
        ClusterSpec.of(ServerVersion.V1_4_1, 5)
            .withSetting("db.url.0", "jdbc:mysql://h/n?user=u&password=hush");

    folder.record(ClusterRecord.now(spec));

    assertThat(folder.path().resolve("spec.json"))
        .content()
        .contains("user=u&password=hidden")
        .doesNotContain("hush");
  }

  @Test
  void shouldKnowNoClusterWhenNeverWrittenOrForgotten() {
    assertThat(new StateFolder(temp.resolve("nowhere")).recorded()).isEmpty();
    folder.record(RECORDED);

    folder.forget();

    assertThat(folder.recorded()).isEmpty();
  }

  @Test
  void shouldBeReadableByItsOwnerOnly() throws IOException {
    assertThat(permissions(folder.path())).isEqualTo("rwx------");
  }

  @Test
  void shouldKeepSecretsForItsOwnerOnlyUntilTheClusterIsForgotten() throws IOException {
    folder.keepPassword("hush");
    assertThat(folder.password()).contains("hush");
    assertThat(permissions(folder.path().resolve("password"))).isEqualTo("rw-------");

    // Of a cluster that was not taken down: the next one has its own.
    folder.clear();
    assertThat(folder.password()).isEmpty();
  }

  @Test
  void shouldRemoveNodesAndNothingElseWhenCleared() throws IOException {
    Files.createDirectories(folder.node("node1").resolve("data/derby"));
    Files.writeString(folder.node("node1").resolve("data/derby/log"), "x");
    Files.createDirectories(folder.path().resolve("node_modules"));

    folder.clear();

    assertThat(folder.node("node1")).doesNotExist();
    assertThat(folder.path().resolve("node_modules")).exists();
  }

  @Test
  void shouldNameTheRemedyWhenTheSpecIsCutOff() throws IOException {
    Files.writeString(folder.path().resolve("spec.json"), "{");

    assertFails(folder::recorded, "delete it");
  }

  @Test
  void shouldRefuseSecondLockUntilFirstIsClosed() throws IOException {
    try (FileChannel first = folder.lock("busy")) {
      assertFails(() -> folder.lock("busy"), "busy");
    }
    folder.lock("busy").close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"node1/notes", "password", "spec.json"})
  void shouldRefuseAFolderWhoseFilesItDidNotWrite(String file) throws IOException {
    Path infra = temp.resolve("infra");
    Path foreignFile = infra.resolve(file);
    Files.createDirectories(foreignFile.getParent());
    Files.writeString(foreignFile, "theirs");

    assertFails(
        () -> new StateFolder(infra).lock("taken"), "name a new folder in NACOS_CLUSTER_STATE");
    assertThat(foreignFile).hasContent("theirs");
  }

  @Test
  void shouldRefuseAnOlderServerTheDataOfANewerOne() throws IOException {
    Files.createDirectories(folder.node("node1"));
    assertThat(folder.dataOf("node1")).isEmpty();

    folder.claimData("node1", "2.2.4");
    folder.claimData("node1", "2.5.0");

    assertThat(folder.dataOf("node1")).hasValue("2.5.0");
    assertFails(
        () -> folder.claimData("node1", "2.2.4"),
        "node1 was written by Nacos 2.5.0, and 2.2.4 may not read it");
    assertThat(folder.dataOf("node1")).hasValue("2.5.0");
  }

  /** As {@code ls} shows them. */
  static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
