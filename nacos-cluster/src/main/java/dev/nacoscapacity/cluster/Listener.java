package dev.nacoscapacity.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Checks whether something listens at an address. */
final class Listener {

  private static final int CONNECT_MS = 500;

  private Listener() {}

  /** Whether a connection can be opened. */
  static boolean accepts(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
