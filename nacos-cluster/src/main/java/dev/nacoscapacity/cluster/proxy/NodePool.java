package dev.nacoscapacity.cluster.proxy;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.pool.ChannelHealthChecker;
import io.netty.channel.pool.ChannelPool;
import io.netty.channel.pool.ChannelPoolHandler;
import io.netty.channel.pool.FixedChannelPool;
import io.netty.channel.pool.FixedChannelPool.AcquireTimeoutAction;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Netty's pool of connections to one node, which waiting requests are served from in turn. Where
 * both sides of an exchange share an event loop, each loop has a pool of its own.
 */
final class NodePool implements Nodes {

  /** Spring Cloud Gateway's, too. */
  private static final long PATIENCE_MS = 45_000;

  private static final AttributeKey<ChannelPool> HOME =
      AttributeKey.valueOf(NodePool.class, "home");

  private final Map<EventExecutor, ChannelPool> own = new HashMap<>();
  private final ChannelPool shared;

  /**
   * @param handler sees each new connection
   */
  NodePool(
      ProxyThreads threads,
      ThreadModel model,
      int mostConnections,
      InetSocketAddress node,
      ChannelPoolHandler handler) {
    if (model == ThreadModel.SAME_LOOP) {
      int loops = 0;
      for (EventExecutor ignored : threads.clients()) {
        loops++;
      }
      int each = Math.max(1, (int) (((long) mostConnections + loops - 1) / loops));
      for (EventExecutor loop : threads.clients()) {
        own.put(loop, pool(threads, (EventLoop) loop, node, each, handler));
      }
      shared = null;
    } else {
      shared = pool(threads, threads.clients().next(), node, mostConnections, handler);
    }
  }

  private static ChannelPool pool(
      ProxyThreads threads,
      EventLoop client,
      InetSocketAddress node,
      int most,
      ChannelPoolHandler handler) {
    Bootstrap bootstrap = threads.onward(threads.nodes(client), node);
    return new FixedChannelPool(
        bootstrap,
        handler,
        ChannelHealthChecker.ACTIVE,
        AcquireTimeoutAction.FAIL,
        PATIENCE_MS,
        most,
        Integer.MAX_VALUE);
  }

  @Override
  public Future<Channel> acquire(EventLoop client) {
    ChannelPool pool = shared == null ? own.get(client) : shared;
    return pool.acquire(client.<Channel>newPromise())
        .addListener(
            (Future<Channel> lent) -> {
              if (lent.isSuccess()) {
                lent.getNow().attr(HOME).set(pool);
              }
            });
  }

  @Override
  public void release(Channel node) {
    node.attr(HOME).get().release(node);
  }
}
