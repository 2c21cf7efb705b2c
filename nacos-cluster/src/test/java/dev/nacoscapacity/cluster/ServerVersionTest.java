package dev.nacoscapacity.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerVersionTest {

  private static final Path PROJECT = Path.of("..");

  @ParameterizedTest
  @CsvSource({
    "1.4.0, 1.4.1",
    "1.4.8, 1.4.1",
    "2.0.4, 2.0.4",
    "2.2.0.1, 2.0.4",
    "2.2.1, 2.2.4",
    "2.3.2, 2.2.4",
    "2.4.0.1, 2.5.0",
    "2.5.1, 2.5.0",
    "3.0.3, 3.1.0",
    "4.10.0, 3.1.0"
  })
  void shouldRunAServerOfAnyVersionLikeTheNewestThatIsKnown(String version, String like) {
    assertThat(ServerVersion.closestTo(version)).map(ServerVersion::toString).hasValue(like);
  }

  @Test
  void shouldRunNoServerThatIsOlderThanAllItKnows() {
    assertThat(ServerVersion.closestTo("1.3.2")).isEmpty();
  }

  @Test
  void shouldCompareVersionsByTheirNumbers() {
    assertThat(ServerVersion.compare("2.10.0", "2.9.1")).isPositive();
    assertThat(ServerVersion.compare("2.2.0", "2.2.0.1")).isNegative();
    assertThat(ServerVersion.compare("3.1.0", "3.1.0")).isZero();
  }

  /** A module that is missing where Maven or the launchers need it is noticed late. */
  @Test
  void shouldHaveAModuleForEachRelease() throws Exception {
    List<String> modules =
        Files.readAllLines(PROJECT.resolve("pom.xml")).stream().map(String::strip).toList();
    String built = Files.readString(Path.of("pom.xml"));

    for (ServerVersion version : ServerVersion.releases()) {
      assertThat(PROJECT.resolve("nacos-cluster/server-" + version + "/pom.xml")).exists();
      assertThat(modules).contains("<module>nacos-cluster/server-" + version + "</module>");
      assertThat(built).contains("<artifactId>server-" + version + "</artifactId>");
    }
  }
}
