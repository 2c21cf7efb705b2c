package dev.nacoscapacity.calibration.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTest {

  @TempDir Path jdks;

  @Test
  void shouldFindTheFirstJdkThatIsNewEnough() throws IOException {
    List<Path> homes = List.of(jdk("17", "17.0.15"), jdks.resolve("none"), jdk("25", "25.0.1"));

    assertThat(Host.java(homes, 21)).contains(jdks.resolve("25/bin/java"));
    assertThat(Host.java(homes, 26)).isEmpty();
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = Files.createDirectories(jdks.resolve(name).resolve("bin")).getParent();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Path java = Files.createFile(home.resolve("bin/java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home;
  }

  @Test
  void shouldSayHowToInstallWhatIsMissing() {
    assertThat(Host.missing("no-such-tool", "no-such-package").orElseThrow().text())
        .isEqualTo("no-such-tool is missing: apt-get install no-such-package");
    assertThat(Host.missing("sh", "dash")).isEmpty();
  }

  @Test
  void shouldDivideTheCoresBetweenServerAndLoad() {
    List<String> server = List.of(Host.serverCores().split(","));
    List<String> load = List.of(Host.loadCores().split(","));

    if (!server.equals(load)) {
      assertThat(server).doesNotContainAnyElementsOf(load);
    }
  }
}
