package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.http.V1Support;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.StandIns;
import dev.nacoscapacity.simulator.client.http.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An unusable registry is detected by the first calls: exit code 2, and no record. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class UnusableTargetIT {

  @TempDir private Path folder;

  private void shouldRefuse(String sentence, String... args) {
    Cli cli = Cli.run(args);

    assertThat(cli.err())
        .contains(sentence)
        .doesNotContain("internal error")
        .doesNotContain("\tat ");
    assertThat(cli.out()).isEmpty();
    assertThat(cli.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
  }

  private static String address(ScriptedServer server) {
    return "127.0.0.1:" + server.address().getPort();
  }

  @Test
  void shouldRefuseAPortOnWhichNobodyListens() {
    shouldRefuse(
        "127.0.0.1:1 is unreachable (ConnectException)", "--instances 10 --target 127.0.0.1:1");
  }

  @Test
  void shouldRefuseAServerThatNeverAnswers() throws IOException {
    try (ScriptedServer server = ScriptedServer.silent()) {
      shouldRefuse(
          address(server) + " did not answer in 10000 ms",
          "--instances 10 --target",
          address(server));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 OK        | Content-Type: text/html         | <html></html> | with no JSON: is that a Nacos server's HTTP port?
          302 Found     | Location: http://127.0.0.1:1/   | ''            | a gateway answered
          404 Not Found | Content-Type: text/plain        | gone          | has neither /nacos/v1/ns/instance/list (404) nor /nacos/v3/client/ns/instance/list (404): is that a Nacos server's HTTP port, and its context path right (--context-path)?
          503 Busy      | Content-Type: text/plain        | server is DOWN now | cannot serve yet (no raft leader)
          200 OK        | Content-Type: application/json  | {}            | names no member of its cluster: is that a Nacos server's HTTP port?
          """)
  void shouldRefuseAServerThatIsNoRegistry(
      String status, String header, String body, String sentence) throws IOException {
    String answer =
        "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %d\r\n%s\r\n\r\n%s"
            .formatted(status, body.length(), header, body);
    try (ScriptedServer server = ScriptedServer.saying(answer)) {
      shouldRefuse(sentence, "--instances 10 --target", address(server));
    }
  }

  private static StandInCluster startWithoutV1(boolean auth) {
    return StandIns.start(1, auth, StandInSettings.defaults().withV1(V1Support.OFF));
  }

  @Test
  void shouldNotPromisePushesOverV3() {
    try (StandInCluster cluster = startWithoutV1(true)) {
      Cli cli =
          Cli.run(
              ShortRuns.quick(
                      ShortRuns.target(cluster), folder.resolve("run"), "--auth --subscribe 1")
                  .toArray(String[]::new));

      assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err())
          .contains("--subscribe asks for UDP pushes, which HTTP v3 does not have");
    }
  }

  @Test
  void shouldRefuseAServerThatSpeaksNoHttp() throws IOException {
    try (ScriptedServer server = ScriptedServer.saying("\0\1 SSH-2.0\r\n\r\n")) {
      shouldRefuse("does not speak HTTP", "--instances 10 --target", address(server));
    }
  }

  @Test
  void shouldSayThatAuthIsOnOrThePasswordIsWrongWithoutRevealingIt() throws IOException {
    try (StandInCluster cluster = ShortRuns.cluster(true)) {
      String target = ShortRuns.target(cluster);

      shouldRefuse("refuses calls without a token: add --auth", "--instances 9 --target", target);
      Path file = Files.writeString(folder.resolve("password"), "s3cret\n");
      Cli wrong = Cli.run("--instances 9 --auth", "--password-file=" + file, "--target", target);

      assertThat(wrong.err())
          .contains("refuses the login of 'nacos' (\"unknown user!\"): check user and password");
      assertThat(wrong.err() + wrong.out()).doesNotContain("s3cret");
      assertThat(wrong.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    }
  }

  @Test
  void shouldNotOverloadARegistryThatServesOthers() {
    try (StandInCluster cluster = ShortRuns.cluster(false)) {
      String target = ShortRuns.target(cluster);
      // A node that learned of it later would seem not to have come to rest until it expires.
      ShortRuns.registerOrders(cluster);

      Cli cli = Cli.run("capacity --from 9 --to 18 --target", target, "--out", "" + folder);

      assertThat(cli.err()).contains("holds 1 service of others", "--allow-other-services");
      assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void shouldRefuseAFolderThatIsNotEmpty() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");

    shouldRefuse(
        "is not empty, and a run needs a folder of its own; use another --out DIR",
        "--instances 10 --out",
        folder.toString());
  }

  @Test
  void shouldSayThatAFolderCannotBeMade() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");

    shouldRefuse("cannot write", "--instances 10 --out", file.resolve("run").toString());
  }
}
