package dev.nacoscapacity.jmeter.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

/**
 * The UDP port on which a JMeter without GUI takes orders, on loopback only.
 *
 * @param number of the port
 */
record ControlPort(int number) {

  /** Ends the test: what is under way is finished, and the plan's last steps are taken. */
  static final String SHUTDOWN = "Shutdown";

  /** Ends the test and breaks off what is under way; the plan's last steps are taken. */
  static final String STOP = "StopTestNow";

  /** One that is free now. */
  static ControlPort free() {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return new ControlPort(socket.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void send(String order) {
    byte[] bytes = order.getBytes(US_ASCII);
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.send(
          new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), number));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
