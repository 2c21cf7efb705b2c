package dev.nacoscapacity.cluster.standin.registry;

import dev.nacoscapacity.cluster.DownRule;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The state of the cluster's nodes in the view of one node, which determines the owner of each
 * service. Nodes are numbered in the cluster's order. After Nacos's {@code ServerMemberManager},
 * {@code MemberUtil} and {@code DistroMapper}.
 */
public final class Members {

  /** State of a node as another one sees it. */
  public enum State {
    UP,
    SUSPICIOUS,
    DOWN
  }

  /** Nacos's {@code nacos.core.member.fail-access-cnt}: one more failure in a row means DOWN. */
  private static final int MAX_FAILURES = 3;

  private final int self;
  private final List<String> addresses;
  private final DownRule downRule;
  private final int[] byAddress;
  private final State[] states;
  private final int[] failures;
  private int[] healthy;

  /**
   * @param self the node's number in the cluster's order
   * @param addresses of all nodes in that order, {@code ip:port}
   */
  public Members(int self, List<String> addresses, DownRule downRule) {
    this.self = self;
    this.downRule = downRule;
    this.addresses = addresses;
    this.byAddress =
        IntStream.range(0, addresses.size())
            .boxed()
            .sorted(Comparator.comparing(addresses::get))
            .mapToInt(Integer::intValue)
            .toArray();
    this.states = new State[addresses.size()];
    Arrays.fill(states, State.UP);
    this.failures = new int[addresses.size()];
    this.healthy = byAddress;
  }

  public int self() {
    return self;
  }

  /** When a member counts as DOWN. */
  DownRule downRule() {
    return downRule;
  }

  public int count() {
    return states.length;
  }

  /** {@code ip:port}. */
  public String address(int member) {
    return addresses.get(member);
  }

  public String ip(int member) {
    return address(member).substring(0, address(member).indexOf(':'));
  }

  /** Of its HTTP side. */
  public int port(int member) {
    return Integer.parseInt(address(member).substring(address(member).indexOf(':') + 1));
  }

  public State state(int member) {
    return states[member];
  }

  public boolean allUp() {
    return Arrays.stream(states).allMatch(state -> state == State.UP);
  }

  /** The member which handles a service's writes and expiry. */
  public int owner(String groupedName) {
    return healthy[Math.abs(groupedName.hashCode() % Integer.MAX_VALUE) % healthy.length];
  }

  public boolean responsible(String groupedName) {
    return owner(groupedName) == self;
  }

  /**
   * The raft leader, which is the first healthy member in place of an election; -1 without a
   * quorum.
   */
  public int leader() {
    return healthy.length > states.length / 2 ? healthy[0] : -1;
  }

  void answered(int member) {
    failures[member] = 0;
    set(member, State.UP);
  }

  /**
   * Counts a failed call. Repeated timeouts mean DOWN; a refused connection may mean DOWN
   * immediately.
   */
  void failed(int member, Network.Failure failure) {
    failures[member]++;
    boolean nothingThere = failure == Network.Failure.REFUSED && downRule == DownRule.REFUSED;
    boolean down = nothingThere || failures[member] > MAX_FAILURES;
    set(member, down ? State.DOWN : State.SUSPICIOUS);
  }

  private void set(int member, State state) {
    if (states[member] == state) {
      return;
    }
    states[member] = state;
    healthy = Arrays.stream(byAddress).filter(m -> states[m] != State.DOWN).toArray();
  }
}
