package dev.nacoscapacity.cluster.standin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.cli.Conventions;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The stand-in in a process of its own. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class StandInMainIT {

  private final String port =
      "" + Ports.moveToFree(ClusterSpec.of(ServerVersion.EMBEDDED, 1)).basePort();
  private Process process;

  @AfterEach
  void kill() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private void start(String password, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(StandInMain.class.getName());
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("NACOS_PASSWORD", password);
    process = builder.start();
  }

  @Test
  void shouldBeReadyTakeThePasswordAndStopWhenTerminated() throws Exception {
    start("secret", "--nodes", "1", "--base-port", port, "--auth", "--auth-cache", "on");
    BufferedReader output = process.inputReader();
    assertThat(output.readLine()).isEqualTo("ready");

    assertThat(login("secret")).isEqualTo(200);
    assertThat(login("nacos")).isEqualTo(403);
    process.toHandle().destroy();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(output.readLine()).isNull();
  }

  private int login(String password) throws Exception {
    URI uri =
        URI.create(
            "http://127.0.0.1:%s/nacos/v1/auth/login?username=nacos&password=%s"
                .formatted(port, password));
    HttpRequest request =
        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.noBody()).build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void shouldEndWhenItsCompanionIsKilled() throws Exception {
    Process companion = new ProcessBuilder("sleep", "600").start();
    start("nacos", "--nodes", "1", "--base-port", port, "--while", "" + companion.pid());
    assertThat(process.inputReader().lines().anyMatch("ready"::equals)).isTrue();

    companion.destroyForcibly();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldExit64WithOneLineWhenAnOptionIsUnknown() throws Exception {
    start("nacos", "--no-such-option");

    assertThat(process.inputReader().lines()).hasSize(1);
    assertThat(process.waitFor()).isEqualTo(64);
  }

  /** In this process: what becomes of an exit code the test above shows. */
  @ParameterizedTest
  @ValueSource(
      strings = {"--nodes 0", "--nodes x", "--base-port 80", "--auth-cache on", "--node 6"})
  void shouldExit64WithOneLineWhenUsageIsWrong(String args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(printed, true, UTF_8);

    int exitCode =
        Conventions.apply(new CommandLine(new StandInMain()), both, both).execute(args.split(" "));

    assertThat(printed.toString(UTF_8).lines()).hasSize(1);
    assertThat(exitCode).isEqualTo(64);
  }
}
