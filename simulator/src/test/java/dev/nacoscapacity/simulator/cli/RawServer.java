package dev.nacoscapacity.simulator.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on loopback that says the same to everybody, or nothing. */
final class RawServer implements AutoCloseable {

  private final ServerSocket listening;
  private final byte[] answer;
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();

  /**
   * @param answer sent for whatever arrives first; empty for silence
   */
  RawServer(String answer) throws IOException {
    this.answer = answer.getBytes(ISO_8859_1);
    this.listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  static RawServer http(String status, String headers, String body) throws IOException {
    return new RawServer(
        "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %d\r\n%s\r\n%s"
            .formatted(status, body.length(), headers, body));
  }

  String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  /** Connections accepted so far. */
  int connections() {
    return accepted.size();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        accepted.add(socket);
        start(() -> serve(socket));
      } catch (IOException e) {
        // Closed: the loop ends.
      }
    }
  }

  private void serve(Socket socket) {
    try {
      socket.getInputStream().read(new byte[64 * 1024]);
      if (answer.length > 0) {
        socket.getOutputStream().write(answer);
        socket.close();
      }
    } catch (IOException e) {
      // The peer is gone.
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : accepted) {
      socket.close();
    }
  }
}
