package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.cluster.ClusterException;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the nodes of a registry as people have them: {@code HOST:PORT[,HOST:PORT…]}, the URL of a
 * console, Nacos's {@code serverAddr}, or its {@code cluster.conf} as {@code @FILE}.
 */
public final class Address {

  private static final String FILE = "@";
  private static final Pattern COMMENT = Pattern.compile("#.*");

  /** Nacos's own clients separate servers by either; its cluster.conf has one a line. */
  private static final Pattern SEPARATOR = Pattern.compile("[,;\\s]+");

  /** Scheme, host and port, path; a member of cluster.conf may have parameters, as ?raft_port=. */
  private static final Pattern NODE = Pattern.compile("(?:(\\w+)://)?([^/?]*)(/[^?]*)?(?:\\?.*)?");

  /** What Nacos's own consoles and clients begin with. */
  private static final Pattern USUAL_PATH = Pattern.compile("/(nacos/?)?");

  /** What becomes of the names of hosts. */
  public enum Names {
    /** A name stands for all of its addresses. */
    LOOKED_UP,
    /** A name stays as it is, without an address, since nothing is to be contacted. */
    AS_WRITTEN
  }

  private Address() {}

  /**
   * Parses and resolves a list of nodes. A name with several addresses, such as that of a headless
   * service, stands for all of them, in numerical order.
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
    Map<InetSocketAddress, String> addresses = new LinkedHashMap<>();
    for (String part : parts(text)) {
      for (InetSocketAddress address : parse(part, names)) {
        String before = addresses.putIfAbsent(address, part);
        if (before != null) {
          throw new IllegalArgumentException(
              before.equals(part)
                  ? "'%s' is there twice; name each node once".formatted(part)
                  : "'%s' and '%s' are one node; name each node once".formatted(before, part));
        }
      }
    }
    return List.copyOf(addresses.keySet());
  }

  /**
   * The single nodes of a list, unresolved.
   *
   * @throws IllegalArgumentException when there is none, or a file cannot be read
   */
  public static List<String> parts(String text) {
    List<String> parts =
        (text.startsWith(FILE) ? read(text.substring(FILE.length())) : text)
            .lines()
            .flatMap(line -> SEPARATOR.splitAsStream(COMMENT.matcher(line).replaceFirst("")))
            .filter(part -> !part.isEmpty())
            .toList();
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + text + "' names no node; write for example 127.0.0.1:8848");
    }
    return parts;
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "cannot read '%s': name a file with one HOST:PORT a line".formatted(file), e);
    }
  }

  private static IllegalArgumentException noAddress(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is no HOST:PORT; write for example 127.0.0.1:8848 or [::1]:8848");
  }

  /** The host and port of a node, without what says nothing about where it is. */
  private static String authority(String text) {
    if (text.contains("@")) {
      // Not repeated, since a password may stand there.
      throw new IllegalArgumentException(
          "a node has a user in its name: write HOST:PORT, and --auth --username");
    }
    Matcher node = NODE.matcher(text);
    if (!node.matches()) {
      throw noAddress(text);
    }
    String scheme = node.group(1) == null ? "http" : node.group(1).toLowerCase(Locale.ROOT);
    String authority = node.group(2);
    if (scheme.equals("https")) {
      throw new IllegalArgumentException(
          "'%s' is TLS; write %s and --tls".formatted(text, authority));
    }
    if (!scheme.equals("http")) {
      throw noAddress(text);
    }
    String path = node.group(3);
    if (path != null && !USUAL_PATH.matcher(path).matches()) {
      throw new IllegalArgumentException(
          "'%s' has a path; write %s and --context-path %s"
              .formatted(text, authority, path.replaceFirst("/$", "")));
    }
    return authority;
  }

  private static List<InetSocketAddress> parse(String text, Names names) {
    String node = authority(text);
    int colon = node.lastIndexOf(':');
    String port = node.substring(colon + 1);
    if (colon < 1
        || !port.matches("\\d{1,5}")
        || Integer.parseInt(port) < 1
        || Integer.parseInt(port) > 65535) {
      throw noAddress(text);
    }
    String host = node.substring(0, colon);
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
