package dev.nacoscapacity.cluster.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Models the expiry of copies with revision 0, a defect of some versions. A client that another
 * node receives before the client has registered anything is copied there with revision 0, and the
 * copy keeps that revision. No later check of the revision succeeds, and only a successful check
 * renews a copy. So after three minutes the other node drops the copy with its instance, in its
 * cleanup every 5 s, and receives it again after the next check.
 *
 * <p>Source: docs/results.md, "Three minutes after registration".
 */
final class CopyExpiry {

  private static final long EXPIRED = 180_000_000_000L;
  private static final long LOOKS = 5_000_000_000L;

  /**
   * Interval at which a node sends missing data to others: {@code NacosDelayTaskExecuteEngine}'s
   * 100 ms.
   */
  private static final long TASKS = 100_000_000L;

  private final ModelCluster cluster;
  private final RunningNode node;
  private final boolean occurs;

  /** Clients that have registered nothing, in the order of their arrival. */
  private final Set<ModelClient> empty = new LinkedHashSet<>();

  /**
   * @param node with the connections of the clients
   */
  CopyExpiry(ModelCluster cluster, RunningNode node) {
    this.cluster = cluster;
    this.node = node;
    this.occurs = cluster.model.behaviour().revisionZeroCopies();
  }

  void takenUp(ModelClient client) {
    empty.add(client);
  }

  /** The client has registered an instance. */
  void published(ModelClient client) {
    client.published = true;
    empty.remove(client);
  }

  /** The connection is closed. */
  void forget(ModelClient client) {
    empty.remove(client);
  }

  /**
   * The node sends the list of its clients to another node, which then requests those that it does
   * not have.
   *
   * @param answered for the other node's answer
   * @return what also notes which clients the other node has received too early
   */
  <A> Consumer<A> listSent(int other, Consumer<A> answered) {
    if (!occurs || empty.isEmpty()) {
      return answered;
    }
    List<ModelClient> clients = List.copyOf(empty);
    return answered.andThen(
        answer -> node.after(cluster.randomBelow(TASKS), () -> copied(other, clients)));
  }

  private void copied(int other, List<ModelClient> clients) {
    RunningNode holder = cluster.node(other).running();
    if (holder == null) {
      return;
    }
    for (ModelClient client : clients) {
      long mark = 1L << other;
      if (!client.published && (client.copiedEmpty & mark) == 0) {
        client.copiedEmpty |= mark;
        node.after(EXPIRED + cluster.randomBelow(LOOKS), () -> drop(holder, client));
      }
    }
  }

  /** Has no effect if the holder has ended meanwhile, since a restarted node has new copies. */
  private void drop(RunningNode holder, ModelClient client) {
    holder.loop().run(() -> holder.naming.dropCopies(node.naming, client.publisher()));
  }
}
