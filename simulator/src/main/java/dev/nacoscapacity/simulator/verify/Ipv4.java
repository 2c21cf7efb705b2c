package dev.nacoscapacity.simulator.verify;

/** Reads dotted addresses without asking a resolver, unlike {@code InetAddress}. */
public final class Ipv4 {

  private Ipv4() {}

  /** The address as a number in network order; 0, which no instance has, for any other text. */
  public static int parse(String text) {
    int address = 0;
    int octet = -1;
    int octets = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? '.' : text.charAt(i);
      if (c == '.' && octet >= 0) {
        address = address << 8 | octet;
        octet = -1;
        octets++;
      } else if (c >= '0' && c <= '9' && octet < 26) {
        octet = Math.max(octet, 0) * 10 + c - '0';
      } else {
        return 0;
      }
      if (octet > 255) {
        return 0;
      }
    }
    return octets == 4 ? address : 0;
  }
}
