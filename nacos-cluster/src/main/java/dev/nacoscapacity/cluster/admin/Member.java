package dev.nacoscapacity.cluster.admin;

import java.util.Map;

/**
 * A member of the cluster, as one node sees it.
 *
 * @param address {@code ip:port} of its HTTP side
 * @param state as Nacos names it: {@code UP}, {@code DOWN}, {@code SUSPICIOUS}, {@code STARTING},
 *     {@code ISOLATION}
 * @param leaders by raft group, the {@code ip:port} of the leader's raft side that this member last
 *     reported; without the groups that have none
 * @param version of its server; empty when it names none
 */
public record Member(String address, String state, Map<String, String> leaders, String version) {

  public boolean up() {
    return state.equals("UP");
  }

  /** Whether a report to it failed: the next success makes it UP, several more failures DOWN. */
  public boolean suspicious() {
    return state.equals("SUSPICIOUS");
  }
}
