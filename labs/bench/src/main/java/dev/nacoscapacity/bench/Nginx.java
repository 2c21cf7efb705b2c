package dev.nacoscapacity.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.Http;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One nginx process that gives a 1.4.1 node's answers to a beat and to a list from memory. Its own
 * count of requests is used for all clients alike.
 *
 * @param process with its files in its working directory
 */
record Nginx(int port, Peer process) implements AutoCloseable {

  private static final int START_SECONDS = 30;
  private static final String STATUS = "/status";

  /** Debian leaves these folders out of a user's PATH, but nginx is installed there. */
  private static final String SYSTEM_PATH = ":/usr/local/sbin:/usr/sbin:/sbin";

  /**
   * The answer to a beat, without the beat interval, which a fleet would follow: a measured fleet
   * beats at any rate. Spaces keep the answer as long as a node's.
   */
  private static final String BEAT =
      "{\"clientBeatInterval\":0   ,\"code\":%d,\"lightBeatEnabled\":true}".formatted(Http.BEAT_OK);

  /** Hosts of a list, which is about 22 KB. */
  private static final int HOSTS = PacedFleet.INSTANCES_PER_SERVICE;

  /** nginx limits one parameter to 4,096 bytes, so a list is assembled from pieces. */
  private static final int HOSTS_PER_PIECE = 8;

  /**
   * Starts an nginx on a free port.
   *
   * @param core in the format of {@code taskset -c}
   * @throws MeasureException when nginx is not installed, or does not answer
   */
  static Nginx start(String core, Path directory) throws IOException, InterruptedException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Files.writeString(directory.resolve("nginx.conf"), configuration(port));
    List<String> command = List.of(program(), "-p", directory.toString(), "-c", "nginx.conf");
    Nginx nginx = new Nginx(port, Peer.start("nginx", core, directory, command));
    long deadline = System.nanoTime() + START_SECONDS * 1_000_000_000L;
    while (true) {
      try {
        nginx.status();
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

  private static String program() {
    return Stream.of((System.getenv("PATH") + SYSTEM_PATH).split(File.pathSeparator))
        .map(folder -> Path.of(folder, "nginx"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new MeasureException("nginx is missing: apt-get install nginx"))
        .toString();
  }

  static String configuration(int port) throws IOException {
    StringBuilder list = new StringBuilder();
    StringBuilder pieces = new StringBuilder();
    for (int first = 0; first < HOSTS; first += HOSTS_PER_PIECE) {
      String hosts = hosts(first, first + HOSTS_PER_PIECE);
      list.append("      set $hosts%d '%s%s';\n".formatted(first, first == 0 ? "" : ",", hosts));
      pieces.append("$hosts%d".formatted(first));
    }
    list.append("      return 200 '").append(list(pieces.toString())).append("';\n");
    try (InputStream in = Nginx.class.getResourceAsStream("nginx.conf")) {
      return new String(in.readAllBytes(), US_ASCII)
          .formatted(port, STATUS, Http.INSTANCE, Http.BEAT, BEAT, Http.LIST, list);
    }
  }

  /** The list of a service's instances. */
  private static String list(String hosts) {
    return "{\"name\":\"DEFAULT_GROUP@@bench-0000\",\"hosts\":["
        + hosts
        + "],\"cacheMillis\":3000}";
  }

  /** Some of a list's hosts, 250 bytes each. */
  private static String hosts(int from, int to) {
    String host =
        "{\"valid\":true,\"marked\":false,\"metadata\":{},\"instanceId\":"
            + "\"%1$s#8080#DEFAULT#DEFAULT_GROUP@@bench-0000\",\"port\":8080,\"healthy\":true,"
            + "\"ip\":\"%1$s\",\"clusterName\":\"DEFAULT\",\"weight\":1.0,\"ephemeral\":true,"
            + "\"serviceName\":\"DEFAULT_GROUP@@bench-0000\",\"enabled\":true}";
    return IntStream.range(from, to)
        .mapToObj(number -> host.formatted("198.18.0." + number))
        .collect(Collectors.joining(","));
  }

  /** Requests since its start: the third figure below "server accepts handled requests". */
  long requests() throws IOException {
    return requests(status());
  }

  static long requests(String page) {
    return Long.parseLong(page.lines().toList().get(2).trim().split(" ")[2]);
  }

  /** The page of stub_status. */
  private String status() throws IOException {
    try (InputStream in = URI.create("http://127.0.0.1:" + port + STATUS).toURL().openStream()) {
      return new String(in.readAllBytes(), US_ASCII);
    }
  }

  /** Makes the server stand still. */
  void stall(long millis) throws IOException, InterruptedException {
    signal("STOP");
    try {
      Thread.sleep(millis);
    } finally {
      signal("CONT");
    }
  }

  private void signal(String name) throws IOException, InterruptedException {
    String pid = Long.toString(process.process().pid());
    if (new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor() != 0) {
      throw new MeasureException("nginx took no signal " + name);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
