package dev.nacoscapacity.jmeter.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.process.LockedJars;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmeterHomeTest {

  @TempDir private Path temp;
  private final List<String> fetched = new ArrayList<>();

  @Test
  void shouldUseWhatTheBuildLaidOut() throws IOException {
    assertThat(of()).isEqualTo(temp.resolve("target/jmeter"));

    Files.createDirectories(temp.resolve("target/jmeter/bin"));
    Files.createFile(temp.resolve("target/jmeter/bin/ApacheJMeter.jar"));
    Files.writeString(temp.resolve("target/jars.sha256"), "1  a/a/1/a-1.jar");
    assertThat(of()).isEqualTo(temp.resolve("target/jmeter"));
    assertThat(fetched).isEmpty();
  }

  @Test
  void shouldLayOutWhatAReleaseFetchedOnceAndAgainWhenTheRepositoryLostAJar() throws IOException {
    Files.createDirectories(temp.resolve("target"));
    Files.writeString(temp.resolve("target/jars.sha256"), "1  a/a/1/a-1.jar");

    Path home = of();

    assertThat(of()).isEqualTo(home);
    assertThat(fetched).hasSize(1);
    assertThat(home.resolve("lib/a-1.jar")).isSymbolicLink();
    assertThat(home.resolve("lib/ext/ApacheJMeter_core-5.jar")).isSymbolicLink();
    assertThat(home.resolve("bin/jmeter.properties")).hasContent("a=b");
    // JMeter finds its home by the folder of this file.
    assertThat(home.resolve("bin/ApacheJMeter.jar").toRealPath()).startsWith(home.toRealPath());

    Files.delete(temp.resolve("repository/a/a/1/a-1.jar"));
    assertThat(of()).isEqualTo(home);
    assertThat(fetched).hasSize(2);
    assertThat(home.resolve("lib/a-1.jar")).exists();
  }

  private Path of() {
    return JmeterHome.of(temp.resolve("target"), temp.resolve("state"), this::fetch);
  }

  private List<Path> fetch(LockedJars jars) {
    fetched.add(jars.program());
    try {
      Path config = file("org/apache/jmeter/ApacheJMeter_config/5/ApacheJMeter_config-5.jar");
      Files.deleteIfExists(config);
      try (FileSystem zip = FileSystems.newFileSystem(config, Map.of("create", "true"))) {
        Files.createDirectory(zip.getPath("bin"));
        Files.writeString(zip.getPath("bin/jmeter.properties"), "a=b");
      }
      return List.of(
          file("a/a/1/a-1.jar"),
          file("org/apache/jmeter/ApacheJMeter/5/ApacheJMeter-5.jar"),
          file("org/apache/jmeter/ApacheJMeter_core/5/ApacheJMeter_core-5.jar"),
          config);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path file(String path) throws IOException {
    Path file = temp.resolve("repository").resolve(path);
    Files.createDirectories(file.getParent());
    return Files.exists(file) ? file : Files.createFile(file);
  }
}
