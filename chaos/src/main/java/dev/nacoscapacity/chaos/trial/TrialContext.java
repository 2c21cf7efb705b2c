package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.checker.History;
import dev.nacoscapacity.cluster.Node;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The cluster under a trial: what is done to it, and what is seen of it.
 *
 * @param members the nodes
 * @param progress told what is done
 */
record TrialContext(
    Members members,
    Timeline timeline,
    TrialSeconds watching,
    ActiveFaults breakage,
    Consumer<String> progress) {

  List<Node> nodes() {
    return members.nodes();
  }

  Node node(String name) {
    return nodes().stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
  }

  /** Nodes that are in service. */
  List<String> whole() {
    return nodes().stream().map(Node::name).filter(name -> !breakage.isBroken(name)).toList();
  }

  /**
   * Mends these nodes.
   *
   * @throws dev.nacoscapacity.cluster.ClusterException when one cannot be mended; the others are
   */
  void heal(List<String> nodes) {
    if (!nodes.isEmpty()) {
      progress.accept("healing " + String.join(", ", nodes));
      breakage.heal(nodes);
    }
  }

  History history() {
    return new History(watching.all(), timeline.events(), breakage.recorded());
  }

  /** Since the run began: the moment after so much time from now. */
  double in(Duration time) {
    return timeline.now() + time.toMillis() / 1e3;
  }

  void pause(Duration time) throws InterruptedException {
    double moment = in(time);
    double left;
    while ((left = moment - timeline.now()) > 0) {
      Thread.sleep(Math.max(1, (long) (left * 1000)));
    }
  }
}
