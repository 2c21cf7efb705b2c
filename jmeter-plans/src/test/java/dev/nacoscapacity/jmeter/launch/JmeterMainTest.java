package dev.nacoscapacity.jmeter.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.cli.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No way of giving JMeter a property goes round the consent. */
class JmeterMainTest {

  private static final String REMOTE = "servers=192.0.2.1:8848\n";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-n -t PLAN -p NAMES_USER_FILE",
        "-n -t PLAN -p NAMES_SYSTEM_FILE",
        "-n -t PLAN -d OTHER_HOME",
        "-n -t PLAN -Dservers=192.0.2.1:8848",
        "-n -t PLAN -S REMOTE",
        "-t PLAN -Jservers=192.0.2.1:8848",
        "-t PLAN -Jnamespace=public",
        "-s -Jservers=192.0.2.1:8848",
        "-Jservers=192.0.2.1:8848",
      })
  void shouldRefuseALoadOfOthersWithoutConsent(String line) throws IOException {
    file("PLAN", "");
    Path remote = file("REMOTE", REMOTE);
    file("NAMES_USER_FILE", "user.properties=" + remote + "\n");
    file("NAMES_SYSTEM_FILE", "system.properties=" + remote + "\n");
    file("OTHER_HOME/bin/user.properties", REMOTE);
    file("home/bin/jmeter.properties", "user.properties=user.properties\n");

    assertThatThrownBy(
            () -> run(line.replaceAll("\\b([A-Z_]{4,})\\b", directory + "/$1").split(" ")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("-Jyes=true");
  }

  @Test
  void shouldFindTheUsersPropertiesInTheWorkingDirectoryBeforeJmetersOwnFolder()
      throws IOException {
    file("home/bin/jmeter.properties", "user.properties=user.properties\n");
    file("home/bin/user.properties", "servers=127.0.0.1:8848\n");
    file("here/user.properties", REMOTE);

    assertThatThrownBy(() -> run("-n", "-t", file("PLAN", "").toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("-Jyes=true");
  }

  private void run(String... arguments) throws IOException, InterruptedException {
    new JmeterMain(
            new JmeterCommand(directory.resolve("home"), ""),
            directory.resolve("here"),
            new PrintStream(OutputStream.nullOutputStream()))
        .run(arguments);
  }

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
