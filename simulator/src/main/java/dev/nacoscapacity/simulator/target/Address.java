package dev.nacoscapacity.simulator.target;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code HOST:PORT[,HOST:PORT…]}. */
public final class Address {

  private Address() {}

  /**
   * Parses and resolves a list of addresses.
   *
   * @throws IllegalArgumentException naming the part that is no address, no host's, or not new
   */
  public static List<InetSocketAddress> parseList(String text) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      InetSocketAddress address = parse(part.strip());
      if (addresses.contains(address)) {
        throw new IllegalArgumentException(
            "'" + part.strip() + "' is there twice; name each node once");
      }
      addresses.add(address);
    }
    return addresses;
  }

  private static IllegalArgumentException noAddress(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is no HOST:PORT; write for example 127.0.0.1:8848");
  }

  private static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (colon < 1
        || !port.matches("\\d{1,5}")
        || Integer.parseInt(port) < 1
        || Integer.parseInt(port) > 65535) {
      throw noAddress(text);
    }
    String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
    if (NetUtil.isValidIpV6Address(host)) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is an IPv6 address, which is not spoken here; write a host's name or IPv4"
              + " address");
    }
    if (host.contains(":")) {
      throw noAddress(text);
    }
    try {
      return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(port));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no address is known for the host '" + host + "'", e);
    }
  }
}
