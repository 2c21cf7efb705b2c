package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.reach.Reach;
import java.util.random.RandomGenerator;

/**
 * The range of server numbers that clients call: all servers or, where clients call entry points
 * such as a load balancer, only those, which are numbered after the nodes.
 *
 * @param first the first number, inclusive
 * @param end the last number, exclusive
 */
public record CalledServers(int first, int end) {

  /** The servers that clients call, of so many nodes and entry points together. */
  public static CalledServers of(Reach reach, int servers) {
    return new CalledServers(reach.entry().isEmpty() ? 0 : servers - reach.entry().size(), servers);
  }

  public int count() {
    return end - first;
  }

  public int random(RandomGenerator random) {
    return first + random.nextInt(count());
  }

  /** {@code server} plus {@code steps}, wrapping around; {@code first} if it is below the range. */
  public int after(int server, int steps) {
    return server < first ? first : first + (server - first + steps) % count();
  }
}
