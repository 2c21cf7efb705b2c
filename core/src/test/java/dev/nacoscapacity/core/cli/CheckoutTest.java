package dev.nacoscapacity.core.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutTest {

  private static final String ONE = "servers/one/target/lib";
  private static final String OTHER = "servers/other/target/other.jar";

  private static final String BUILD =
      "mkdir -p servers/one/target/lib servers/other/target/other.jar; echo $4 >modules";

  @TempDir private Path root;
  private final List<String> progress = new ArrayList<>();

  @BeforeEach
  void checkOut() throws IOException {
    Files.createFile(root.resolve("pom.xml"));
    for (String module : List.of("servers/one", "servers/other")) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
      Files.createFile(root.resolve(module).resolve("pom.xml"));
    }
  }

  @Test
  void shouldBuildWhatIsMissingOnce() throws IOException {
    build(BUILD);
    build(BUILD);

    assertThat(progress)
        .containsExactly("building servers/one,servers/other: first use, or sources have changed");
    assertThat(root.resolve("modules")).hasContent("servers/one,servers/other");
  }

  @Test
  void shouldBuildAnewOnlyWhatIsOlderThanItsSources() throws IOException {
    build(BUILD);
    Path old = Files.createFile(root.resolve(ONE).resolve("old.jar"));
    Files.createFile(root.resolve("servers/one/src/main/Changed.java"));
    Files.setLastModifiedTime(root.resolve(ONE), FileTime.from(Instant.EPOCH));

    build(BUILD);

    assertThat(root.resolve("modules")).hasContent("servers/one");
    assertThat(old).doesNotExist();
  }

  @Test
  void shouldBuildNothingInARelease() throws IOException {
    Files.delete(root.resolve("pom.xml"));

    build(BUILD);

    assertThat(progress).isEmpty();
  }

  @Test
  void shouldSayWhyItCannotBuildAndHowToMendThat() {
    assertThatThrownBy(() -> build("echo '[ERROR] no network'; echo '[ERROR] more'; exit 1"))
        .isInstanceOf(InconclusiveException.class)
        .hasMessageContainingAll(
            "[ERROR] no network", "target/build.log", "mvn -pl servers/one,servers/other package");
    assertThatThrownBy(() -> new Checkout(root, "/no/mvn", progress::add).build(List.of(ONE)))
        .isInstanceOf(InconclusiveException.class)
        .hasMessageContaining("apt-get install maven");
  }

  private void build(String script) throws IOException {
    Path maven = root.resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    new Checkout(root, maven.toString(), progress::add).build(List.of(ONE, OTHER));
  }
}
