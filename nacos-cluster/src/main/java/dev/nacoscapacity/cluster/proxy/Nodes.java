package dev.nacoscapacity.cluster.proxy;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;

/** Connections to a node, each lent to one exchange at a time and used again. */
interface Nodes {

  /**
   * Lends one, an idle one if there is such.
   *
   * @param client on which the answer is wanted
   * @return fails when the node is unreachable or, in a {@link
   *     java.util.concurrent.TimeoutException}, when the limit of connections is
   */
  Future<Channel> acquire(EventLoop client);

  /** Takes it back; a closed one makes room for another. */
  void release(Channel node);
}
