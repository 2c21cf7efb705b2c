package dev.nacoscapacity.simulator.proc;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts established connections by the address that accepted them, from one pass over {@code
 * /proc/net/tcp} and {@code tcp6}. A line there reads {@code sl: local remote state …}, an address
 * is hexadecimal in the machine's byte order, and state 01 is ESTABLISHED.
 */
final class EstablishedSockets {

  private static final String ESTABLISHED = " 01 ";

  /** How the kernel writes the IPv4 part of ::ffff:a.b.c.d on a little-endian machine. */
  private static final String MAPPED = "0000000000000000FFFF0000";

  private EstablishedSockets() {}

  /** Connections of each address; addresses other than IPv4 are ignored. */
  static Map<InetSocketAddress, Integer> count(Path proc, Collection<InetSocketAddress> addresses) {
    Map<String, InetSocketAddress> keys = new HashMap<>();
    Map<InetSocketAddress, Integer> counts = new HashMap<>();
    for (InetSocketAddress address : addresses) {
      if (address.getAddress() instanceof Inet4Address) {
        counts.put(address, 0);
        keys.put(key(address), address);
        keys.put(MAPPED + key(address), address);
      }
    }
    boolean readable = count(proc.resolve("net/tcp"), keys, counts);
    return count(proc.resolve("net/tcp6"), keys, counts) || readable ? counts : Map.of();
  }

  private static boolean count(
      Path table, Map<String, InetSocketAddress> keys, Map<InetSocketAddress, Integer> counts) {
    try (BufferedReader lines = Files.newBufferedReader(table, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int local = line.indexOf(": ") + 2;
        int localEnd = line.indexOf(' ', local);
        int remoteEnd = line.indexOf(' ', localEnd + 1);
        if (local < 2 || remoteEnd < 0 || !line.startsWith(ESTABLISHED, remoteEnd)) {
          continue;
        }
        InetSocketAddress address = keys.get(line.substring(local, localEnd));
        if (address != null) {
          counts.merge(address, 1, Integer::sum);
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String key(InetSocketAddress address) {
    byte[] b = address.getAddress().getAddress();
    return "%02X%02X%02X%02X:%04X".formatted(b[3], b[2], b[1], b[0], address.getPort());
  }
}
