package dev.nacoscapacity.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launchers in a clone in which nothing was built, with a JDK and a Maven that only print. */
class LaunchersIT {

  private static final String SET = "core,nacos-cluster,reports,simulator,chaos,jmeter-plans";
  private static final String FIRST = "building " + SET + ": first use, or sources have changed";

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
    program("jdk/bin/java", "echo \"$@\"");
    program("jdk/bin/javac", "exit 1");
    Files.writeString(clone.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    program("path/mvn", "for m in $(echo $* | tr , ' '); do mkdir -p $m/target; done");
  }

  @Test
  void shouldBuildOneSetForAllCommandsEvenToDescribeThem() throws Exception {
    assertThat(run("bin/simulator --help"))
        .containsExactly(
            FIRST,
            "-XX:+UseSerialGC -Xmx1g -Dnacoscapacity.home=%1$s"
                .concat(" -Dnacoscapacity.builder=%1$s/bin/.build")
                .concat(
                    " -cp %1$s/simulator/target/*:%1$s/simulator/target/lib/*:%1$s/lib/* %2$s --help")
                .formatted(clone, SimulatorMain.class.getName()));

    assertThat(run("bin/report table --version 2.5.0")).hasSize(1);
  }

  @Test
  void shouldBuildAgainWhenASourceIsNewer() throws Exception {
    run("bin/report -V");
    Path source = Files.createDirectories(clone.resolve("core/src/main")).resolve("Core.java");
    Files.createFile(source);
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));

    assertThat(run("bin/report -V").get(0)).isEqualTo(FIRST);
  }

  @Test
  void shouldLetAnotherCollectorTakeThePlaceOfOurs() throws Exception {
    run("bin/report -V");

    assertThat(run("JAVA_OPTS='-XX:+UseG1GC -Xmx2g' bin/report -V").get(0))
        .startsWith("-XX:TieredStopAtLevel=1 -XX:+UseG1GC -Xmx2g -D");
    assertThat(run("JAVA_TOOL_OPTIONS=-XX:+UseZGC bin/report -V").get(0))
        .startsWith("-XX:TieredStopAtLevel=1 -D");
  }

  /** An exit code of 1 would be a fail of the registry. */
  @Test
  void shouldExit2WhenJavaRefusesItsOptions() throws Exception {
    run("bin/report -V");
    program("jdk/bin/java", "case $* in *Xms2g*-version) echo too large; exit 1;; esac; echo ran");

    assertThat(run("JAVA_OPTS=-Xms2g bin/report -V; echo $?"))
        .hasSize(3)
        .startsWith("too large")
        .endsWith("2");
    assertThat(run("bin/report -V")).containsExactly("ran");
  }

  @Test
  void shouldTakeTheJdkOfThePathWithoutJavaHome() throws Exception {
    run("bin/report -V");

    // Not that of /bin/java.
    assertThat(run("unset JAVA_HOME; PATH=$PWD/jdk/bin:$PATH bin/report -V").get(0))
        .startsWith("-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -D");
  }

  @Test
  void shouldRunOnAJreWhatIsBuiltAndAskForAJdkToBuild() throws Exception {
    Files.delete(clone.resolve("jdk/bin/javac"));
    program("path/java", "exit 1");
    assertThat(run("bin/report -V; echo $?"))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("a JDK is needed to build"),
            line -> assertThat(line).isEqualTo("2"));

    program("jdk/bin/javac", "exit 1");
    run("bin/report -V");
    Files.delete(clone.resolve("jdk/bin/javac"));
    assertThat(run("bin/report -V").get(0)).startsWith("-XX:+UseSerialGC");
  }

  @Test
  void shouldTakeTheRuntimeOfAReleaseBeforeAJdkOfThePathAndAfterJavaHome() throws Exception {
    Files.delete(clone.resolve("pom.xml"));
    program("runtime/bin/java", "echo runtime");
    Files.writeString(clone.resolve("runtime/release"), "JAVA_VERSION=\"17.0.1\"\n");
    String path = "PATH=$PWD/jdk/bin:$PATH bin/report -V";

    assertThat(run("unset JAVA_HOME; " + path)).containsExactly("runtime");
    assertThat(run(path).get(0)).startsWith("-XX:+UseSerialGC");
  }

  @Test
  void shouldExit2WhenItCannotBuildOrFindsNoJava() throws Exception {
    program("path/mvn", "echo no network; exit 1");
    assertThat(run("bin/report -V; echo $?"))
        .containsExactly(
            FIRST,
            "no network",
            "the build failed, see above; what it fetches needs a network",
            "2");

    Files.writeString(clone.resolve("jdk/release"), "JAVA_VERSION=\"11.0.1\"\n");
    program("path/java", "exit 1");
    assertThat(run("bin/report -V; echo $?"))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("no Java 17 or newer");
  }

  private void program(String name, String script) throws IOException {
    Path file = clone.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The lines of both its outputs. */
  private List<String> run(String command) throws IOException {
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-c", command)
            .directory(clone.toFile())
            .redirectErrorStream(true);
    shell
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    shell.environment().put("JAVA_HOME", clone.resolve("jdk").toString());
    shell
        .environment()
        .merge("PATH", clone.resolve("path").toString(), (old, own) -> own + ":" + old);
    return shell.start().inputReader().lines().toList();
  }
}
