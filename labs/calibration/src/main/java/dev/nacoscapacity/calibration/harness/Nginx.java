package dev.nacoscapacity.calibration.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.Http;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One nginx process that gives the answers of a Nacos node from memory. Its own count of requests
 * is used for all clients alike.
 *
 * @param process with its files in its working directory
 */
public record Nginx(int port, Peer process) implements AutoCloseable {

  private static final int START_SECONDS = 30;
  private static final String STATUS = "/status";

  /** nginx limits one parameter to 4,096 bytes, so a list is assembled from pieces. */
  private static final int HOSTS_PER_PIECE = 8;

  /**
   * Starts an nginx on a free port.
   *
   * @param core in the format of {@code taskset -c}
   * @throws MeasureException when nginx is not installed, or does not answer
   */
  public static Nginx start(String core, Path directory) throws IOException, InterruptedException {
    Path program =
        Host.tool("nginx")
            .orElseThrow(() -> new MeasureException("nginx is missing: apt-get install nginx"));
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Files.writeString(directory.resolve("nginx.conf"), configuration(port));
    List<String> command =
        List.of(program.toString(), "-p", directory.toString(), "-c", "nginx.conf");
    Nginx nginx = new Nginx(port, Peer.start("nginx", core, directory, command));
    long deadline = System.nanoTime() + START_SECONDS * 1_000_000_000L;
    while (true) {
      try {
        nginx.status();
        nginx.process.listens("nginx", port);
        return nginx;
      } catch (IOException e) {
        if (System.nanoTime() - deadline > 0 || !nginx.process.process().isAlive()) {
          nginx.close();
          throw new MeasureException("nginx did not answer: " + nginx.process.lastLine());
        }
        Thread.sleep(20);
      }
    }
  }

  static String configuration(int port) throws IOException {
    StringBuilder list = new StringBuilder();
    StringBuilder pieces = new StringBuilder();
    for (int first = 0; first < FixedAnswers.HOSTS; first += HOSTS_PER_PIECE) {
      String hosts = FixedAnswers.hosts(first, first + HOSTS_PER_PIECE);
      list.append("      set $hosts%d '%s%s';\n".formatted(first, first == 0 ? "" : ",", hosts));
      pieces.append("$hosts%d".formatted(first));
    }
    list.append("      return 200 '").append(FixedAnswers.list(pieces.toString())).append("';\n");
    try (InputStream in = Nginx.class.getResourceAsStream("nginx.conf")) {
      return new String(in.readAllBytes(), US_ASCII)
          .formatted(port, STATUS, Http.INSTANCE, Http.BEAT, FixedAnswers.BEAT, Http.LIST, list);
    }
  }

  /** Requests since its start: the third figure below "server accepts handled requests". */
  public long requests() throws IOException {
    return requests(status());
  }

  static long requests(String page) {
    return Long.parseLong(page.lines().toList().get(2).trim().split(" ")[2]);
  }

  /** Open connections, including the one of this call. */
  public int connections() throws IOException {
    return Integer.parseInt(status().lines().findFirst().orElseThrow().replaceAll("\\D", ""));
  }

  /** The page of stub_status. */
  private String status() throws IOException {
    try (InputStream in = URI.create("http://127.0.0.1:" + port + STATUS).toURL().openStream()) {
      return new String(in.readAllBytes(), US_ASCII);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
