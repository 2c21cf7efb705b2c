package dev.nacoscapacity.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real client in a process of its own, controlled by one command on each line. */
public final class ReferenceProcess implements AutoCloseable {

  /** The jars of different versions must never share a class path. */
  public enum Version {
    V1("1.4.2"),
    V2("2.5.1"),
    V3("3.2.1-2026.03.30"),
    /** Nacos's SDK for Python, where {@code .ci/run} has installed it. */
    PYTHON("python-3.2.0");

    public final String name;

    Version(String name) {
      this.name = name;
    }

    /** What starts the program, without its arguments. */
    private List<String> command(Path files) {
      return switch (this) {
        case V1 -> java("client-1.x", files);
        case V2 -> java("client-2.x", files);
        case V3 -> java("client-3.x", files);
        case PYTHON -> List.of(SDK.toString(), "src/test/resources/reference-client/client.py");
      };
    }

    /** Of the versions those that are installed here; says on stderr which is not. */
    public static List<Version> installed(Version... versions) {
      return Stream.of(versions).filter(Version::isInstalled).toList();
    }

    private boolean isInstalled() {
      boolean installed = this != PYTHON || Files.isExecutable(SDK);
      if (!installed) {
        System.err.println("not tested, since .ci/run has not installed it: " + SDK);
      }
      return installed;
    }

    private static List<String> java(String module, Path files) {
      Path lib = Path.of("reference-client", module, "target", "lib").toAbsolutePath();
      assertThat(lib).as("assembled by mvn package in reference-client").isNotEmptyDirectory();
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-Xmx128m",
          "-XX:TieredStopAtLevel=1",
          "-Duser.home=" + files,
          "-Dcom.alibaba.nacos.client.naming.local.ip=127.0.0.1",
          "-cp",
          lib + "/*",
          "dev.nacoscapacity.reference.ReferenceClient");
    }
  }

  private static final Path SDK =
      Path.of("..", "target", "nacos-sdk-python", "bin", "python").toAbsolutePath();

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Of stderr: a trace and its cause. */
  private static final int MOST_CHARACTERS = 4_000;

  private final Process process;
  private final Path errors;
  private final PrintWriter input;
  private final List<String> output = new CopyOnWriteArrayList<>();

  /**
   * Starts it; it connects when a line needs it.
   *
   * @param files a folder for what it writes
   */
  public ReferenceProcess(Version version, Cluster cluster, Path files) throws IOException {
    String servers =
        cluster.nodes().stream()
            .map(Node::http)
            .map(http -> "127.0.0.1:" + http.getPort())
            .collect(Collectors.joining(","));
    List<String> command = new ArrayList<>(version.command(files));
    command.addAll(List.of(servers, "capacity", "1", "nacos"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("NACOS_PASSWORD", "nacos");
    // client.py leaves the folder that it makes there.
    builder.environment().put("TMPDIR", files.toString());
    errors = Files.createTempFile(files, version.name + "-", ".err");
    builder.redirectError(errors.toFile());
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
  public void run(String line) {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              int before = output.size();
              input.println(line);
              await()
                  .atMost(PATIENCE)
                  .untilAsserted(() -> assertThat(outcomes(before)).as(this::errors).isNotEmpty());
              assertThat(outcomes(before)).as(this::errors).containsExactly("ok");
            });
  }

  /** The outcomes of the commands, after a number of lines of output. */
  private Stream<String> outcomes(int before) {
    return output.stream()
        .skip(before)
        .filter(line -> line.equals("ok") || line.startsWith("failed"));
  }

  /** Waits until the client has said this since it was last forgotten. */
  public void awaitLine(String line) {
    await().atMost(PATIENCE).untilAsserted(() -> assertSaid(line));
  }

  public void assertSaid(String line) {
    assertThat(output).as(this::errors).contains(line);
  }

  /** The end of what it has written to stderr. */
  private String errors() {
    try {
      String text = Files.readString(errors, StandardCharsets.ISO_8859_1);
      return "stderr: " + text.substring(Math.max(0, text.length() - MOST_CHARACTERS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void forgetLines() {
    output.clear();
  }

  /** Whether it has said this since it was last forgotten. */
  public boolean hasPrinted(String line) {
    return output.contains(line);
  }

  /** Stands still with its connections open, or goes on, by SIGSTOP and SIGCONT. */
  public void signal(String name) throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor())
        .isZero();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
