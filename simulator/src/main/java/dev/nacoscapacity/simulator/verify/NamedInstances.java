package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * The hosts in a push, found in one pass that skips most bytes: there are thousands of pushes a
 * second, and a {@link JsonListing} for each would dominate the cost of a run. This class relies on
 * the field order of Nacos's {@code Instance}, ip before port, and does not read the health; the
 * registry's state is never judged by it.
 */
public final class NamedInstances implements Listing {

  private static final ByteMatcher IP = new ByteMatcher("\"ip\":\"");
  private static final ByteMatcher PORT = new ByteMatcher("\"port\":");

  private byte[] bytes;
  private int from;
  private int to;

  /**
   * Sets the bytes to read; one object serves all pushes of an event loop.
   *
   * @param bytes read when the listing is, and not copied
   * @param from at least 1 byte lies before the first host
   */
  public NamedInstances over(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    return this;
  }

  @Override
  public boolean read(Fleet fleet, Hosts hosts) {
    int at = IP.find(bytes, from + 1, to);
    while (at >= 0) {
      int ip = at + IP.length();
      int port = PORT.find(bytes, ip, to);
      if (port < 0) {
        break;
      }
      hosts.host(
          fleet.instanceAt(address(bytes, ip), number(bytes, port + PORT.length(), to)), true);
      at = IP.find(bytes, port, to);
    }
    return true;
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
