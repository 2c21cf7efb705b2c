package dev.nacoscapacity.cluster;

/**
 * The addresses of nodes that have a network each: link-local ones (RFC 3927), which no router
 * passes on, so that nobody outside this machine reaches them.
 *
 * @param third number of the address; the first two are 169.254
 */
public record Subnet(int third) {

  /** Leaves 169.254.169.254 out, where clouds answer questions about the machine. */
  private static final int COUNT = 160;

  private static final int THIS_MACHINE = 254;

  /** That of the cluster with this base port: different ones mostly differ. */
  public static Subnet of(int basePort) {
    return new Subnet(1 + basePort % COUNT);
  }

  /** Address of the node with this index, from 0. */
  public String node(int index) {
    return address(index + 1);
  }

  /** Address by which this machine's own programs take part. */
  public String machine() {
    return address(THIS_MACHINE);
  }

  /** An address of it with the length of what all have in common, as {@code ip} wants it. */
  public static String withPrefix(String address) {
    return address + "/24";
  }

  /** All of it. */
  @Override
  public String toString() {
    return withPrefix(address(0));
  }

  private String address(int last) {
    return "169.254.%d.%d".formatted(third, last);
  }
}
