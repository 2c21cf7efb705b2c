package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;

/**
 * Receives and acknowledges the UDP pushes of 1.x servers for the whole fleet, as nacos-client
 * 1.4.2's {@code PushReceiver} does for one client; a server resends unacknowledged pushes. Bound
 * to this machine's address as the registry sees it, since servers send pushes there.
 */
public final class PushReceiver implements AutoCloseable {

  private static final int LARGEST_PUSH = 64 * 1024;
  private static final int LARGEST_JSON = 16 * 1024 * 1024;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DatagramSocket socket;
  private final AtomicLong acknowledged = new AtomicLong();
  private final Thread thread = new Thread(this::receive, "push-receiver");

  private PushReceiver(DatagramSocket socket) {
    this.socket = socket;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Opens a socket on any free port.
   *
   * @throws SocketException if no port or descriptor is free
   */
  public static PushReceiver open(InetAddress own) throws SocketException {
    return new PushReceiver(new DatagramSocket(new InetSocketAddress(own, 0)));
  }

  /** This machine's address as a node sees it, found without sending a packet. */
  public static InetAddress ownAddress(InetSocketAddress node) throws SocketException {
    try (DatagramSocket probe = new DatagramSocket()) {
      probe.connect(node);
      return probe.getLocalAddress();
    }
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /** Number of datagrams acknowledged so far, those of unknown types included. */
  public long acknowledged() {
    return acknowledged.get();
  }

  @Override
  public void close() {
    socket.close();
  }

  private void receive() {
    byte[] buffer = new byte[LARGEST_PUSH];
    while (!socket.isClosed()) {
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      try {
        socket.receive(packet);
        acknowledge(packet);
      } catch (IOException e) {
        // The socket is closed, or the datagram is no push and gets no acknowledgement.
      }
    }
  }

  private void acknowledge(DatagramPacket packet) throws IOException {
    JsonNode push = JSON.readTree(uncompressed(packet));
    String type = push.path("type").asText();
    String answer = type.equals("dom") || type.equals("service") ? "push-ack" : "unknown-ack";
    byte[] ack =
        "{\"type\": \"%s\", \"lastRefTime\":\"%d\", \"data\":\"\"}"
            .formatted(answer, push.path("lastRefTime").asLong())
            .getBytes(UTF_8);
    socket.send(new DatagramPacket(ack, ack.length, packet.getSocketAddress()));
    acknowledged.incrementAndGet();
  }

  private static byte[] uncompressed(DatagramPacket packet) throws IOException {
    InputStream bytes =
        new ByteArrayInputStream(packet.getData(), packet.getOffset(), packet.getLength());
    boolean gzip =
        packet.getLength() > 2
            && packet.getData()[packet.getOffset()] == 0x1f
            && (packet.getData()[packet.getOffset() + 1] & 0xff) == 0x8b;
    try (InputStream in = gzip ? new GZIPInputStream(bytes) : bytes) {
      return in.readNBytes(LARGEST_JSON);
    }
  }
}
