package dev.nacoscapacity.simulator.verify;

/**
 * What one node said of the fleet in the second before a tick: the worst of it, so that what came
 * and went within the second is there too. Numbers are of instances, but for {@code divergent}.
 * Until the judged window is over, cells that are unknown count in {@code expected} and {@code
 * unknown} alone, so a node that answers nothing reports just that.
 *
 * @param node from 0
 * @param expected acknowledged and due
 * @param present hosts listed, whoever they are
 * @param healthy hosts listed as healthy
 * @param missing acknowledged and due, absent
 * @param unhealthy acknowledged and due, there, not healthy
 * @param lost beats of acknowledged instances answered 20404 through this node, since the run began
 * @param ghost deregistered, still there, or not ours
 * @param divergent services whose nodes have disagreed for longer than {@link
 *     GracePeriods#divergent()} and which this node shows otherwise than the ledger
 * @param unknown expected in services whose list here went unread for {@link
 *     GracePeriods#unknown()}
 * @param dropped how often this node has begun to show an instance as missing or unhealthy since
 *     the window began, although it kept beating: one that came back and went again counts twice
 */
public record NodeRow(
    int node,
    int expected,
    int present,
    int healthy,
    int missing,
    int unhealthy,
    long lost,
    int ghost,
    int divergent,
    int unknown,
    int dropped) {

  /** What the node said of two parts of a fleet, as one. */
  public NodeRow plus(NodeRow other) {
    return new NodeRow(
        node,
        expected + other.expected,
        present + other.present,
        healthy + other.healthy,
        missing + other.missing,
        unhealthy + other.unhealthy,
        lost + other.lost,
        ghost + other.ghost,
        divergent + other.divergent,
        unknown + other.unknown,
        dropped + other.dropped);
  }
}
