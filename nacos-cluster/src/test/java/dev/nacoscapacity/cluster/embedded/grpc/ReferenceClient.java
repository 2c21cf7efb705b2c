package dev.nacoscapacity.cluster.embedded.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real nacos-client in a JVM of its own, told what to do line by line. */
final class ReferenceClient implements AutoCloseable {

  /** The jars of different versions must never share a class path. */
  enum Version {
    V2("2.5.1", "client-2.x"),
    V3("3.2.1-2026.03.30", "client-3.x");

    final String name;
    private final Path lib;

    Version(String name, String module) {
      this.name = name;
      this.lib = Path.of("..", "reference-client", module, "target", "lib").toAbsolutePath();
    }
  }

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final PrintWriter input;
  private final List<String> output = new CopyOnWriteArrayList<>();

  ReferenceClient(Version version, EmbeddedCluster cluster, Path files) throws IOException {
    assertThat(version.lib)
        .as("assembled by mvn package in reference-client")
        .isNotEmptyDirectory();
    String servers =
        cluster.nodes().stream()
            .map(Node::http)
            .map(http -> "127.0.0.1:" + http.getPort())
            .collect(Collectors.joining(","));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-Duser.home=" + files,
            "-Dcom.alibaba.nacos.client.naming.local.ip=127.0.0.1",
            "-cp",
            version.lib + "/*",
            "dev.nacoscapacity.reference.ReferenceClient",
            servers,
            "capacity",
            "1",
            "nacos");
    builder.environment().put("NACOS_PASSWORD", "nacos");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    process = builder.start();
    input = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "reference-client");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(output::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Does what the line says, and returns when it is done. Tries again what failed, since a client
   * gives a request up after 3 s.
   */
  void run(String line) {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              int before = output.size();
              input.println(line);
              await().atMost(PATIENCE).until(() -> outcomes(before).count() > 0);
              assertThat(outcomes(before)).containsExactly("ok");
            });
  }

  /** What came of the lines it was told, after so many lines of output. */
  private Stream<String> outcomes(int before) {
    return output.stream()
        .skip(before)
        .filter(line -> line.equals("ok") || line.startsWith("failed"));
  }

  /** Waits until the client has said this since it was last forgotten. */
  void awaitLine(String line) {
    await().atMost(PATIENCE).untilAsserted(() -> assertSaid(line));
  }

  void assertSaid(String line) {
    assertThat(output).contains(line);
  }

  void forgetLines() {
    output.clear();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
