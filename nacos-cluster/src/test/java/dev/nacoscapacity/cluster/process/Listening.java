package dev.nacoscapacity.cluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** On which addresses a process listens for TCP. Source: proc(5), {@code /proc/net/tcp}. */
final class Listening {

  private static final String LISTEN = "0A";
  private static final String LOOPBACK_4 = "0100007F";
  private static final String LOOPBACK_4_IN_6 = "0000000000000000FFFF00000100007F";

  private Listening() {}

  /** {@code loopback:PORT} or {@code ADDRESS:PORT} in the kernel's hexadecimal. */
  static Set<String> of(long pid) throws IOException {
    Set<String> inodes = inodes(pid);
    Set<String> addresses = new TreeSet<>();
    for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.strip().split("\\s+");
        if (fields[3].equals(LISTEN) && inodes.contains(fields[9])) {
          String[] local = fields[1].split(":");
          boolean loopback = local[0].equals(LOOPBACK_4) || local[0].equals(LOOPBACK_4_IN_6);
          addresses.add((loopback ? "loopback" : local[0]) + ":" + Integer.parseInt(local[1], 16));
        }
      }
    }
    return addresses;
  }

  private static Set<String> inodes(long pid) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      for (Path descriptor : descriptors.toList()) {
        String target = target(descriptor);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring(8, target.length() - 1));
        }
      }
    }
    return inodes;
  }

  private static String target(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (NoSuchFileException e) {
      // Closed since it was listed.
      return "";
    }
  }
}
