package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.BitSet;

/**
 * Finds the instances of a service that a list names, by ip and port, in one pass over the bytes
 * that skips most of them: pushes come in thousands a second, and an {@link IdentityScan} of each
 * would cost more than all else. It trusts the order of the fields, ip before port, which is that
 * of Nacos's {@code Instance}; truth is never judged by it.
 */
public final class NamedInstances {

  private static final ByteMatcher IP = new ByteMatcher("\"ip\":\"");
  private static final ByteMatcher PORT = new ByteMatcher("\"port\":");

  private NamedInstances() {}

  /**
   * Sets the position in its service of each instance named in {@code [from, to)}.
   *
   * @param from at least 1 byte lies before the first host
   */
  public static void read(
      Fleet fleet, int service, byte[] bytes, int from, int to, BitSet positions) {
    int at = IP.find(bytes, from + 1, to);
    while (at >= 0) {
      int ip = at + IP.length();
      int port = PORT.find(bytes, ip, to);
      if (port < 0) {
        return;
      }
      int instance = fleet.instanceAt(address(bytes, ip), number(bytes, port + PORT.length(), to));
      if (instance >= 0 && fleet.serviceOf(instance) == service) {
        positions.set(instance / fleet.services());
      }
      at = IP.find(bytes, port, to);
    }
  }

  /** The dotted address up to the closing quote. */
  private static int address(byte[] bytes, int from) {
    int address = 0;
    int part = 0;
    for (int at = from; at < bytes.length && bytes[at] != '"'; at++) {
      if (bytes[at] == '.') {
        address = address << 8 | part;
        part = 0;
      } else {
        part = part * 10 + bytes[at] - '0';
      }
    }
    return address << 8 | part & 255;
  }

  private static int number(byte[] bytes, int from, int to) {
    int value = 0;
    for (int at = from; at < to && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      value = value * 10 + bytes[at] - '0';
    }
    return value;
  }
}
