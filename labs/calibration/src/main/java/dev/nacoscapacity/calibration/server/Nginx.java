package dev.nacoscapacity.calibration.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.SharedServer;
import dev.nacoscapacity.calibration.process.SystemTool;
import dev.nacoscapacity.cluster.protocol.Http;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One nginx process that gives the answers of a Nacos node from memory. Its own count of requests
 * is used for all clients alike. Its files are in the folder in which it is started.
 */
public final class Nginx implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(30);
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final String STATUS_PATH = "/status";

  /** nginx limits one parameter to 4,096 bytes, so a list is assembled from pieces. */
  private static final int HOSTS_PER_PIECE = 8;

  private final int port;
  private final PinnedProcess process;

  private Nginx(int port, PinnedProcess process) {
    this.port = port;
    this.process = process;
  }

  /**
   * Starts an nginx on a free port.
   *
   * @param core in the format of {@code taskset -c}
   * @throws MeasureException when nginx is not installed, or does not answer
   */
  public static Nginx start(String core, Path directory) throws IOException, InterruptedException {
    String program =
        SystemTool.NGINX
            .find()
            .orElseThrow(
                () -> new MeasureException(SystemTool.NGINX.missing().orElseThrow().text()))
            .toString();
    int port = freePort();
    Files.writeString(directory.resolve("nginx.conf"), configuration(port));
    List<String> command = List.of(program, "-p", directory.toString(), "-c", "nginx.conf");
    Nginx nginx = new Nginx(port, PinnedProcess.start("nginx", core, directory, command));
    try {
      nginx.awaitAnswer();
      return nginx;
    } catch (IOException | InterruptedException | RuntimeException e) {
      nginx.close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static String configuration(int port) throws IOException {
    try (InputStream in = Nginx.class.getResourceAsStream("nginx.conf")) {
      return new String(in.readAllBytes(), US_ASCII)
          .formatted(
              port,
              STATUS_PATH,
              Http.INSTANCE,
              Http.BEAT,
              Answers.beat(),
              Http.LIST,
              listLocation());
    }
  }

  private static String listLocation() {
    StringBuilder location = new StringBuilder();
    StringBuilder pieces = new StringBuilder();
    for (int first = 0; first < Answers.HOSTS; first += HOSTS_PER_PIECE) {
      location.append("      set $hosts%d '".formatted(first));
      location.append(first == 0 ? "" : ",");
      location.append(Answers.hosts(first, first + HOSTS_PER_PIECE)).append("';\n");
      pieces.append("$hosts%d".formatted(first));
    }
    String body = Answers.list(pieces.toString());
    return location.append("      return 200 '").append(body).append("';\n").toString();
  }

  private void awaitAnswer() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (true) {
      try {
        status();
        return;
      } catch (IOException e) {
        process.requireAlive();
        if (System.nanoTime() - deadline > 0) {
          throw new MeasureException("nginx did not answer within " + START.toSeconds() + " s");
        }
        Thread.sleep(20);
      }
    }
  }

  public int port() {
    return port;
  }

  /** The process, for cases that share it. */
  public SharedServer server() {
    return new SharedServer(process, port);
  }

  /** Requests since its start. */
  public long requests() throws IOException {
    return requests(status());
  }

  /** The third figure below "server accepts handled requests" on the page of stub_status. */
  static long requests(String page) {
    String figures = page.lines().skip(2).findFirst().orElseThrow();
    return Long.parseLong(figures.trim().split(" ")[2]);
  }

  /** Open connections, including the one of this call. */
  public int connections() throws IOException {
    return Integer.parseInt(status().lines().findFirst().orElseThrow().replaceAll("\\D", ""));
  }

  private String status() throws IOException {
    URLConnection status =
        URI.create("http://127.0.0.1:" + port + STATUS_PATH).toURL().openConnection();
    status.setConnectTimeout(TIMEOUT_MILLIS);
    status.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream in = status.getInputStream()) {
      return new String(in.readAllBytes(), US_ASCII);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
