package dev.nacoscapacity.cluster.process;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Checks whether an HTTP/2 server, such as gRPC's, answers. Source: RFC 9113, 3.4 and 4.1: a client
 * begins with a fixed text and its settings, a server with its settings.
 */
final class Http2 {

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final int SETTINGS = 4;

  /** No settings: length 0 in 3 bytes, type, no flags, stream 0 in 4 bytes. */
  private static final byte[] EMPTY_SETTINGS = {0, 0, 0, SETTINGS, 0, 0, 0, 0, 0};

  private Http2() {}

  /**
   * @param timeout for connecting, and again for the answer
   */
  static boolean answers(InetSocketAddress server, Duration timeout) {
    try (Socket socket = new Socket()) {
      int millis = (int) timeout.toMillis();
      socket.connect(server, millis);
      socket.setSoTimeout(millis);
      socket.getOutputStream().write(PREFACE);
      socket.getOutputStream().write(EMPTY_SETTINGS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.skipNBytes(3);
      return in.readUnsignedByte() == SETTINGS;
    } catch (IOException e) {
      return false;
    }
  }
}
