package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokenClassPathTest {

  @TempDir private Path logs;

  @Test
  void shouldNameFileAndLineWhenAClassIsMissed() throws IOException {
    Files.writeString(logs.resolve("naming-server.log"), "INFO all is well\n");
    Files.write(
        Files.createDirectories(logs.resolve("deep")).resolve("remote-core.log"),
        "\u00e9\n java.lang.NoClassDefFoundError: Could not initialize RpcAckCallbackSynchronizer\n"
            .getBytes("ISO-8859-1"));

    assertThat(BrokenClassPath.in(logs))
        .contains(
            "remote-core.log: java.lang.NoClassDefFoundError: Could not initialize"
                + " RpcAckCallbackSynchronizer");
  }

  @Test
  void shouldFindNothingWhenTheLogsAreCleanOrMissing() throws IOException {
    Files.writeString(logs.resolve("naming-server.log"), "java.net.ConnectException: refused\n");

    assertThat(BrokenClassPath.in(logs)).isEmpty();
    assertThat(BrokenClassPath.in(logs.resolve("none"))).isEmpty();
  }

  @Test
  void shouldFailWhenTheLogsCannotBeListed() throws IOException {
    Path noFolder = Files.createFile(logs.resolve("logs"));

    assertThatThrownBy(() -> BrokenClassPath.in(noFolder))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining(noFolder.toString());
  }
}
