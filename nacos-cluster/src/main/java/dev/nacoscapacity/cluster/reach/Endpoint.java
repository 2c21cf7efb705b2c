package dev.nacoscapacity.cluster.reach;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * A host and port whose name was resolved once. A run keeps using that address, and uses the name
 * for certificates and {@code Host} headers.
 *
 * @param host as given: a name or an address
 * @param ip its address, IPv4 or IPv6; 0.0.0.0 of a name that nobody is to call
 */
public record Endpoint(String host, String ip, int port) {

  /** An address, or a name that was not looked up. */
  public static Endpoint of(InetSocketAddress address) {
    String ip = address.isUnresolved() ? "0.0.0.0" : NetUtil.toAddressString(address.getAddress());
    return new Endpoint(address.getHostString(), ip, address.getPort());
  }

  /** The same address under another name. */
  public Endpoint called(String name) {
    return new Endpoint(name, ip, port);
  }

  /** The socket address, without another look-up. */
  public InetSocketAddress address() {
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress(host, NetUtil.createByteArrayFromIpAddressString(ip)), port);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no address: " + ip, e);
    }
  }

  /** The address without the name by which it was found. */
  static InetAddress unnamed(InetSocketAddress address) {
    try {
      return InetAddress.getByAddress(address.getAddress().getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no address: " + address, e);
    }
  }

  /** {@code host:port}, as in a URL: with brackets round an IPv6 address. */
  public static String authority(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + shorter(host) + "]" : host) + ":" + address.getPort();
  }

  /** For people: {@code host:port}, with the resolved address when the host is a name. */
  public static String name(InetSocketAddress address) {
    InetAddress resolved = address.getAddress();
    return resolved == null
            || resolved.isLoopbackAddress()
            || address.getHostString().equals(resolved.getHostAddress())
        ? authority(address)
        : authority(address) + " (" + NetUtil.toAddressString(resolved) + ")";
  }

  /** {@code ::1} in place of {@code 0:0:0:0:0:0:0:1}. */
  private static String shorter(String ipv6) {
    return NetUtil.isValidIpV6Address(ipv6)
        ? NetUtil.toAddressString(NetUtil.createInetAddressFromIpAddressString(ipv6))
        : ipv6;
  }

  /** {@code address:port}, with brackets round an IPv6 address: no name. */
  public static String number(InetSocketAddress address) {
    return NetUtil.toSocketAddressString(address);
  }
}
