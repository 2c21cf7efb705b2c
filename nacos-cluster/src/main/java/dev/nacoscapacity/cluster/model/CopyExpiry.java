package dev.nacoscapacity.cluster.model;

import java.util.List;

/**
 * A client that another node hears of before the client has registered anything is copied there
 * with revision 0, and its copy keeps that: no later check of the revision succeeds, and only a
 * check that succeeds renews a copy. So three minutes later the other node drops the copy with its
 * instance, at its next look each 5 s, and has it again after the next check.
 *
 * <p>Source: docs/results.md, "Three minutes after registration".
 */
final class CopyExpiry {

  private static final long EXPIRED = 180_000_000_000L;
  private static final long LOOKS = 5_000_000_000L;

  /** How often a node sends what others lack: {@code NacosDelayTaskExecuteEngine}'s 100 ms. */
  private static final long TASKS = 100_000_000L;

  private final ModelCluster cluster;
  private final RunningNode node;

  /**
   * @param node that has the clients
   */
  CopyExpiry(ModelCluster cluster, RunningNode node) {
    this.cluster = cluster;
    this.node = node;
  }

  /**
   * Another node has been told of the node's clients, and asks for those that it does not know.
   *
   * @param clients that had registered nothing when it was told
   */
  void heard(int other, List<ConnectedClient> clients) {
    node.after(cluster.chance(TASKS), () -> copied(other, clients));
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
        node.after(EXPIRED + cluster.chance(LOOKS), () -> drop(holder, client));
      }
    }
  }

  /** Not if the holder has ended since: a node that starts again has copies of its own. */
  private void drop(RunningNode holder, ConnectedClient client) {
    if (client.service != null && !client.over) {
      holder
          .loop()
          .run(() -> holder.naming().dropCopy(node.naming(), client.service, client.instance));
    }
  }
}
