package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.cluster.ClusterException;
import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Parses {@code HOST:PORT[,HOST:PORT…]}. */
public final class Address {

  /** What becomes of the names of hosts. */
  public enum Names {
    /** A name stands for all of its addresses. */
    LOOKED_UP,
    /** A name stays as it is, without an address, since nothing is to be contacted. */
    AS_WRITTEN
  }

  private Address() {}

  /**
   * Parses and resolves a list of addresses. A name with several addresses, such as that of a
   * headless service, stands for all of them, in numerical order.
   *
   * @throws IllegalArgumentException naming the part that is malformed or duplicate
   * @throws ClusterException naming a host without an address
   */
  public static List<InetSocketAddress> parseList(String text) {
    return parseList(text, Names.LOOKED_UP);
  }

  /**
   * Parses a list of addresses.
   *
   * @throws IllegalArgumentException naming the part that is malformed or duplicate
   * @throws ClusterException naming a host that was looked up and has no address
   */
  public static List<InetSocketAddress> parseList(String text, Names names) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      for (InetSocketAddress address : parse(part.strip(), names)) {
        if (addresses.contains(address)) {
          throw new IllegalArgumentException(
              "'" + part.strip() + "' is there twice; name each node once");
        }
        addresses.add(address);
      }
    }
    return addresses;
  }

  private static IllegalArgumentException noAddress(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is no HOST:PORT; write for example 127.0.0.1:8848 or [::1]:8848");
  }

  private static List<InetSocketAddress> parse(String text, Names names) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (colon < 1
        || !port.matches("\\d{1,5}")
        || Integer.parseInt(port) < 1
        || Integer.parseInt(port) > 65535) {
      throw noAddress(text);
    }
    String host = text.substring(0, colon);
    boolean inBrackets = host.startsWith("[") && host.endsWith("]");
    if (inBrackets) {
      host = host.substring(1, host.length() - 1);
    }
    if (inBrackets != NetUtil.isValidIpV6Address(host) || !inBrackets && host.contains(":")) {
      throw noAddress(text);
    }
    int number = Integer.parseInt(port);
    // An address is no name, and neither is localhost.
    return names == Names.AS_WRITTEN
            && NetUtil.createByteArrayFromIpAddressString(host) == null
            && !host.equalsIgnoreCase("localhost")
        ? List.of(InetSocketAddress.createUnresolved(host, number))
        : resolve(host).stream().map(address -> new InetSocketAddress(address, number)).toList();
  }

  /**
   * The addresses of a host. For a host with IPv4 and IPv6 addresses only those of the kind that
   * Java prefers, since the others belong to the same nodes.
   *
   * @throws ClusterException when the host has no address
   */
  public static List<InetAddress> resolve(String host) {
    try {
      return ofOneKind(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      throw new ClusterException(
          "no address is known for the host '%s': correct the name, or see this machine's resolver"
              .formatted(host),
          e);
    }
  }

  static List<InetAddress> ofOneKind(InetAddress... all) {
    boolean six = all[0] instanceof Inet6Address;
    return Arrays.stream(all)
        .filter(address -> address instanceof Inet6Address == six)
        .sorted(Comparator.comparing(InetAddress::getAddress, Arrays::compareUnsigned))
        .toList();
  }
}
