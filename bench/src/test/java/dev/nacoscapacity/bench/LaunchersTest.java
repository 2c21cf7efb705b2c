package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launchers in a clone in which nothing was built. */
class LaunchersTest {

  @TempDir private Path clone;

  @BeforeEach
  void cloneLaunchers() throws IOException {
    Files.createFile(clone.resolve("pom.xml"));
    Files.createDirectory(clone.resolve("bin"));
    try (Stream<Path> launchers = Files.list(Path.of("..", "bin"))) {
      for (Path launcher : launchers.toList()) {
        Files.copy(launcher, clone.resolve("bin").resolve(launcher.getFileName()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report compare --help",
        "chaos -V",
        "nacos-cluster help",
        "simulator --target local -h",
        "simulator --criteria help",
        "calibrate --version"
      })
  void shouldBuildNothingToDescribeACommand(String command) throws Exception {
    List<String> words = new ArrayList<>(List.of("bash"));
    words.addAll(Arrays.asList(("bin/" + command).split(" ")));

    Process launcher = new ProcessBuilder(words).directory(clone.toFile()).start();

    assertThat(new String(launcher.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .startsWith(words.get(1) + " is not built yet, and help builds nothing: ")
        .hasLineCount(1);
    assertThat(launcher.waitFor()).isEqualTo(2);
    assertThat(clone.resolve("target")).doesNotExist();
  }
}
