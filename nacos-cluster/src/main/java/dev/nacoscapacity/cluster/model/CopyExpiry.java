package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.InstanceKey;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;

/**
 * A client that the other nodes hear of before it has registered anything is copied there with
 * revision 0 and keeps that: no later check of the revision succeeds, and only a check that
 * succeeds renews a copy. So three minutes later the other nodes drop the copy with its instance,
 * at their next look each 5 s, and have it again after the next check.
 *
 * <p>Source: docs/results.md, "Three minutes after registration".
 */
final class CopyExpiry {

  private static final long EXPIRED = 180_000_000_000L;
  private static final long PERIOD = 5_000_000_000L;

  private final ModelCluster cluster;
  private final RunningNode node;

  /**
   * @param node that has the client
   */
  CopyExpiry(ModelCluster cluster, RunningNode node) {
    this.cluster = cluster;
    this.node = node;
  }

  /** The node tells another about its clients. */
  void verified(Iterable<ConnectedClient> clients) {
    for (ConnectedClient client : clients) {
      if (!client.published && client.copiedEmpty == 0) {
        client.copiedEmpty = cluster.time().nanos();
      }
    }
  }

  /** A client registers its first instance. */
  void published(ConnectedClient client, ServiceKey service, InstanceKey instance) {
    if (client.copiedEmpty == 0) {
      return;
    }
    long left = client.copiedEmpty + EXPIRED - cluster.time().nanos();
    cluster
        .others(node)
        .forEach(
            other ->
                cluster
                    .time()
                    .after(left + cluster.chance(PERIOD), () -> drop(other, service, instance)));
  }

  private void drop(ModelNode other, ServiceKey service, InstanceKey instance) {
    RunningNode holder = other.running();
    if (holder != null) {
      holder.loop().run(() -> holder.naming().dropCopy(node.naming(), service, instance));
    }
  }
}
