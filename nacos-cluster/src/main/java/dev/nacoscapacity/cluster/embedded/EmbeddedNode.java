package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.embedded.http.ServiceTime;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** A stand-in node. May be used from any thread but the stand-in's own. */
public final class EmbeddedNode implements Node {

  /** A process that this one was just starting may hold a closed port for a moment. */
  private static final int BIND_TRIES = 100;

  private static final Duration BIND_PAUSE = Duration.ofMillis(50);

  private final int index;
  private final InetSocketAddress http;
  private final EmbeddedCluster cluster;
  private ServiceTime limits;
  private NodeRun life;

  EmbeddedNode(int index, InetSocketAddress http, ServiceTime limits, EmbeddedCluster cluster) {
    this.index = index;
    this.http = http;
    this.limits = limits;
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return ClusterSpec.nodeName(index);
  }

  @Override
  public InetSocketAddress http() {
    return http;
  }

  @Override
  public synchronized NodeState state() {
    if (life == null) {
      return NodeState.DOWN;
    }
    return life.naming().loop().frozen() ? NodeState.PAUSED : NodeState.UP;
  }

  @Override
  public synchronized void start() {
    if (life != null) {
      return;
    }
    BindException fault = null;
    for (int i = 0; i < BIND_TRIES && life == null; i++) {
      NodeRun born = cluster.newLife(index);
      try {
        born.open(http, limits);
        life = born;
      } catch (BindException e) {
        cluster.network().detach(index);
        fault = e;
        LockSupport.parkNanos(BIND_PAUSE.toNanos());
      }
    }
    if (life == null) {
      throw new ClusterException(
          name() + ": " + fault.getMessage() + "; choose another --base-port", fault);
    }
  }

  @Override
  public synchronized void kill() {
    if (life == null) {
      return;
    }
    life.end();
    cluster.network().detach(index);
    life = null;
  }

  @Override
  public synchronized void pause() {
    if (life != null) {
      life.freeze();
    }
  }

  @Override
  public synchronized void resume() {
    if (state() == NodeState.PAUSED) {
      life.thaw();
    }
  }

  /** Whether this node runs and thinks that all the others do. */
  synchronized boolean seesAllUp() {
    if (state() != NodeState.UP) {
      return false;
    }
    NamingNode naming = life.naming();
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    naming.loop().execute(() -> answer.complete(naming.members().allUp()));
    return answer.join();
  }

  /** Sets how slow the node is from now on, also after a restart. */
  public synchronized void limit(ServiceTime now) {
    limits = now;
    if (life != null) {
      life.limit(now);
    }
  }

  /**
   * Asks clients to connect elsewhere, as an operator's {@code loader} command does.
   *
   * @param atMost how many connections, the oldest first
   * @param to the node they should go to; null for any other
   */
  public synchronized void resetConnections(int atMost, Node to) {
    if (life != null) {
      life.grpc().reset(atMost, to == null ? null : to.http());
    }
  }

  /** It has no process of its own. */
  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }
}
