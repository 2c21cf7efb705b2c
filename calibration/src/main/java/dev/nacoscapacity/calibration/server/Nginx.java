package dev.nacoscapacity.calibration.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Tool;
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
 * The server that all clients drive: one nginx process on one core, answering from memory what a
 * Nacos node would. Its own count of requests is the one that counts, for every client alike.
 */
public final class Nginx implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(30);
  private static final int PATIENCE_MILLIS = 10_000;

  private final int port;
  private final PinnedProcess process;

  private Nginx(int port, PinnedProcess process) {
    this.port = port;
    this.process = process;
  }

  public static Nginx start(int core, Path directory) throws IOException, InterruptedException {
    int port = freePort();
    Path configuration = directory.resolve("nginx.conf");
    Files.writeString(configuration, NginxConfiguration.of(port));
    List<String> command = List.of(program(), "-p", directory.toString(), "-c", "nginx.conf");
    Nginx nginx = new Nginx(port, PinnedProcess.start("nginx", core, directory, command));
    try {
      nginx.awaitAnswer();
      return nginx;
    } catch (IOException | InterruptedException | RuntimeException e) {
      nginx.close();
      throw e;
    }
  }

  private void awaitAnswer() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (!answers()) {
      process.requireAlive();
      if (System.nanoTime() - deadline > 0) {
        throw new MeasureException("nginx did not answer within " + START.toSeconds() + " s");
      }
      Thread.sleep(20);
    }
  }

  private static String program() {
    return Tool.NGINX
        .find()
        .orElseThrow(() -> new MeasureException("nginx is not installed"))
        .toString();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  public int port() {
    return port;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  private boolean answers() {
    try {
      return requests() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Requests since its start. */
  public long requests() throws IOException {
    return StubStatus.requests(status());
  }

  /** Connections that are open, the one that asks among them. */
  public int connections() throws IOException {
    return StubStatus.connections(status());
  }

  private String status() throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + port + NginxConfiguration.STATUS_PATH);
    URLConnection status = uri.toURL().openConnection();
    status.setConnectTimeout(PATIENCE_MILLIS);
    status.setReadTimeout(PATIENCE_MILLIS);
    try (InputStream in = status.getInputStream()) {
      return new String(in.readAllBytes(), US_ASCII);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
