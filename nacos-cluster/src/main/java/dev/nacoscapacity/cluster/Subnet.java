package dev.nacoscapacity.cluster;

/**
 * The addresses of nodes that have a network each: link-local ones (RFC 3927), which no router
 * forwards, so that the nodes cannot be reached from outside this machine.
 *
 * @param third number of the address; the first two are 169.254
 */
public record Subnet(int third) {

  /** Excludes 169.254.169.254, the metadata service of clouds. */
  private static final int COUNT = 160;

  private static final int THIS_MACHINE = 254;

  /** The subnet of a cluster; different base ports usually have different subnets. */
  public static Subnet of(int basePort) {
    return new Subnet(1 + basePort % COUNT);
  }

  /** Address of the node with this index, from 0. */
  public String node(int index) {
    return address(index + 1);
  }

  /** Address of this machine in the subnet. */
  public String machine() {
    return address(THIS_MACHINE);
  }

  /** The address with the length of the subnet's prefix. */
  public static String withPrefix(String address) {
    return address + "/24";
  }

  /** In CIDR notation. */
  @Override
  public String toString() {
    return withPrefix(address(0));
  }

  private String address(int last) {
    return "169.254.%d.%d".formatted(third, last);
  }
}
