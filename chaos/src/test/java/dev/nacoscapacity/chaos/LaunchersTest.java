package dev.nacoscapacity.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(errors(command))
        .startsWith("bin/" + command.split(" ")[0] + " is not built yet, and help builds nothing: ")
        .hasLineCount(1);
    assertThat(clone.resolve("target")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nacos-cluster up                               | 1.4.1
          nacos-cluster up --version=2.5.0               | 2.5.0
          nacos-cluster up @arguments                    | 2.2.4
          chaos run --target local --instances 5 up.yaml | 1.4.1 2.0.4
          chaos run up.yaml --target 10.0.0.1:8848       | ''
          simulator plan plan.yaml                       | 2.2.4 2.5.0
          """)
  void shouldBuildTheServersThatACommandNeeds(String command, String versions) throws Exception {
    for (String version : List.of("1.4.1", "2.0.4", "2.2.4", "2.5.0")) {
      Files.createDirectories(clone.resolve("nacos-cluster/server-" + version));
    }
    Files.writeString(clone.resolve("arguments"), "--nodes 3\n--version=2.2.4\n");
    Files.writeString(clone.resolve("up.yaml"), "method:\n  - {from: 1.4.1, to: \"2.0.4\"} # up\n");
    Files.writeString(
        clone.resolve("plan.yaml"), "cluster: {version: \"2.2.4\"}\n  version: 2.5.0\n");

    String building = errors(command).lines().findFirst().orElseThrow();

    assertThat(Pattern.compile("server-([0-9.]+)").matcher(building).results())
        .extracting(found -> found.group(1))
        .containsExactlyInAnyOrder(versions.isEmpty() ? new String[0] : versions.split(" "));
  }

  /** What a launcher says when Maven builds nothing. */
  private String errors(String command) throws Exception {
    Path maven = Files.createDirectories(clone.resolve("path")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> words = new ArrayList<>(List.of("bash"));
    words.addAll(Arrays.asList(("bin/" + command).split(" ")));
    ProcessBuilder launcher = new ProcessBuilder(words).directory(clone.toFile());
    launcher
        .environment()
        .merge("PATH", maven.getParent().toString(), (old, own) -> own + ":" + old);

    Process started = launcher.start();
    String said = new String(started.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(started.waitFor()).isEqualTo(2);
    return said;
  }
}
