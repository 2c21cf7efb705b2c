package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.reach.Reach;
import java.util.random.RandomGenerator;

/**
 * Which of the servers, by their numbers, clients call: all of them or, where something stands in
 * for the nodes, those after the nodes.
 *
 * @param first the number of the first
 * @param end the number after that of the last
 */
public record CalledServers(int first, int end) {

  /** Those of so many servers, the nodes among them. */
  public static CalledServers of(Reach reach, int servers) {
    return new CalledServers(reach.entry().isEmpty() ? 0 : servers - reach.entry().size(), servers);
  }

  /** How many there are. */
  public int count() {
    return end - first;
  }

  /** Any of them. */
  public int random(RandomGenerator random) {
    return first + random.nextInt(count());
  }

  /** So many further on, the first one after the last; of a server that is none, the first. */
  public int after(int server, int steps) {
    return server < first ? first : first + (server - first + steps) % count();
  }
}
