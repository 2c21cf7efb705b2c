package dev.nacoscapacity.calibration.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {

  @TempDir Path jvm;

  @Test
  void shouldFindTheFirstThatIsNewEnough() throws IOException {
    Jdks jdks = new Jdks(List.of(jdk("17", "17.0.15"), jvm.resolve("none"), jdk("25", "25.0.1")));

    assertThat(jdks.java(21)).contains(jvm.resolve("25/bin/java"));
    assertThat(jdks.java(26)).isEmpty();
  }

  @Test
  void shouldTakeAFolderWithoutJavaForNone() throws IOException {
    Path home = jdk("25", "25.0.1");
    Files.delete(home.resolve("bin/java"));

    assertThat(Jdks.only(home).java(21)).isEmpty();
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = jvm.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Path java = Files.createFile(home.resolve("bin/java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home;
  }
}
