package dev.nacoscapacity.cluster.proxy;

import io.netty.channel.EventLoop;
import io.netty.channel.pool.ChannelHealthChecker;
import io.netty.channel.pool.ChannelPool;
import io.netty.channel.pool.ChannelPoolHandler;
import io.netty.channel.pool.FixedChannelPool;
import io.netty.channel.pool.FixedChannelPool.AcquireTimeoutAction;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Netty's pools of connections to one node; waiting requests are served in order. When both sides
 * of an exchange share an event loop, each loop has a pool of its own; otherwise all share one
 * pool.
 */
final class NodePools {

  /** Spring Cloud Gateway's, too. */
  private static final long ACQUIRE_TIMEOUT_MS = 45_000;

  private final Map<EventExecutor, ChannelPool> pools = new HashMap<>();

  /**
   * @param handler gets each new connection
   */
  NodePools(
      ProxyThreads threads,
      HttpProxySettings settings,
      InetSocketAddress node,
      ChannelPoolHandler handler) {
    int connections = settings.nodeConnections();
    if (settings.wire().model() == ThreadModel.SAME_LOOP) {
      int each = (int) Math.ceil((double) connections / settings.wire().threads());
      threads.clients().forEach(loop -> pools.put(loop, pool(threads, loop, node, each, handler)));
    } else {
      EventExecutor any = threads.clients().next();
      ChannelPool shared = pool(threads, any, node, connections, handler);
      threads.clients().forEach(loop -> pools.put(loop, shared));
    }
  }

  private static ChannelPool pool(
      ProxyThreads threads,
      EventExecutor client,
      InetSocketAddress node,
      int connections,
      ChannelPoolHandler handler) {
    return new FixedChannelPool(
        threads.onward(threads.nodes((EventLoop) client), node),
        handler,
        ChannelHealthChecker.ACTIVE,
        AcquireTimeoutAction.FAIL,
        ACQUIRE_TIMEOUT_MS,
        connections,
        Integer.MAX_VALUE);
  }

  /** The pool for a client that this event loop serves. */
  ChannelPool of(EventLoop client) {
    return pools.get(client);
  }
}
