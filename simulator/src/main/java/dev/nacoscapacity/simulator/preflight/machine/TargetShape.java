package dev.nacoscapacity.simulator.preflight.machine;

/**
 * What matters of a target to the machine that loads it.
 *
 * @param nodes how many servers clients call, at least 1
 * @param standInHere whether it is a stand-in in this process
 * @param loopback whether all of it is on this machine's loopback
 * @param proxied whether proxies in this process are in front of it
 * @param wired whether calls to it go over this machine's network; those to a model do not
 */
public record TargetShape(
    int nodes, boolean standInHere, boolean loopback, boolean proxied, boolean wired) {

  /** Servers that are called over this machine's network, from another process than theirs. */
  public static TargetShape elsewhere(int nodes) {
    return new TargetShape(nodes, false, false, false, true);
  }

  /** The same shape with proxies of this process in front of the nodes. */
  public TargetShape throughProxies() {
    return new TargetShape(nodes, standInHere, loopback, true, wired);
  }

  /** The same shape with a stand-in in processes of its own. */
  public TargetShape standInApart() {
    return new TargetShape(nodes, false, loopback, proxied, wired);
  }
}
