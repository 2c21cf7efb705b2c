package dev.nacoscapacity.cluster.model;

import java.util.List;

/**
 * Models the expiry of copies with revision 0. A client that another node receives before the
 * client has registered anything is copied there with revision 0, and the copy keeps that revision.
 * No later check of the revision succeeds, and only a successful check renews a copy. So after
 * three minutes the other node drops the copy with its instance, in its cleanup every 5 s, and
 * receives it again after the next check.
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

  /**
   * @param node with the connections of the clients
   */
  CopyExpiry(ModelCluster cluster, RunningNode node) {
    this.cluster = cluster;
    this.node = node;
  }

  /**
   * Another node has received the list of the node's clients, and requests those that it does not
   * have.
   *
   * @param clients that had registered nothing at that time
   */
  void clientsReceived(int other, List<ConnectedClient> clients) {
    node.after(cluster.randomBelow(TASKS), () -> copied(other, clients));
  }

  private void copied(int other, List<ConnectedClient> clients) {
    RunningNode holder = cluster.node(other).running();
    if (holder == null) {
      return;
    }
    for (ConnectedClient client : clients) {
      long mark = 1L << other;
      if (client.service == null && (client.copiedEmpty & mark) == 0) {
        client.copiedEmpty |= mark;
        node.after(EXPIRED + cluster.randomBelow(LOOKS), () -> drop(holder, client));
      }
    }
  }

  /** Has no effect if the holder has ended meanwhile, since a restarted node has new copies. */
  private void drop(RunningNode holder, ConnectedClient client) {
    if (client.service != null && !client.over) {
      holder.loop().run(() -> holder.naming.dropCopy(node.naming, client.service, client.instance));
    }
  }
}
