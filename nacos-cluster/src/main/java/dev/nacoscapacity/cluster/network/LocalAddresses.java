package dev.nacoscapacity.cluster.network;

import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Arrays;

/** Addresses whose traffic never leaves this machine. */
public final class LocalAddresses {

  private static final int COMMON_BYTES = 3;

  private LocalAddresses() {}

  /**
   * Whether an address is on loopback, or of a cluster of this project whose nodes have a network
   * each.
   */
  public static boolean holds(InetAddress address) {
    return address.isLoopbackAddress() || address.isLinkLocalAddress() && isOurs(address);
  }

  /** Whether the address belongs to this machine, including its interfaces. */
  public static boolean hosts(InetAddress address) {
    try {
      return holds(address) || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }

  private static boolean isOurs(InetAddress address) {
    try {
      return NetworkInterface.networkInterfaces()
          .filter(link -> link.getName().startsWith(NodeNetwork.PREFIX))
          .flatMap(link -> link.getInterfaceAddresses().stream())
          .map(InterfaceAddress::getAddress)
          .anyMatch(own -> Arrays.equals(common(own), common(address)));
    } catch (SocketException e) {
      return false;
    }
  }

  private static byte[] common(InetAddress address) {
    return Arrays.copyOf(address.getAddress(), COMMON_BYTES);
  }
}
