package dev.nacoscapacity.cluster.standin;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** A stand-in node. May be used from any thread but the stand-in's own. */
public final class StandInNode implements Node {

  /** A child process that is being started may hold a closed port for a moment. */
  private static final int MAX_BIND_TRIES = 100;

  private static final Duration BIND_PAUSE = Duration.ofMillis(50);

  private final int index;
  private final StandInCluster cluster;
  private NodeRun run;

  StandInNode(int index, StandInCluster cluster) {
    this.index = index;
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return ClusterSpec.nodeName(index);
  }

  @Override
  public InetSocketAddress http() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), cluster.spec().port(index));
  }

  @Override
  public ServerVersion version() {
    return cluster.spec().version();
  }

  @Override
  public synchronized NodeState state() {
    if (run == null) {
      return NodeState.DOWN;
    }
    return run.naming().loop().frozen() ? NodeState.PAUSED : NodeState.UP;
  }

  @Override
  public synchronized void start() {
    if (run != null) {
      return;
    }
    BindException fault = null;
    for (int i = 0; i < MAX_BIND_TRIES && run == null; i++) {
      NodeRun next = cluster.newRun(index);
      try {
        next.start(http());
        run = next;
      } catch (BindException e) {
        cluster.detach(index);
        fault = e;
        LockSupport.parkNanos(BIND_PAUSE.toNanos());
      }
    }
    if (run == null) {
      throw new ClusterException(
          name() + ": " + fault.getMessage() + "; choose another --base-port", fault);
    }
  }

  @Override
  public synchronized void kill() {
    if (run == null) {
      return;
    }
    run.end();
    cluster.detach(index);
    run = null;
  }

  @Override
  public synchronized void pause() {
    if (run != null) {
      run.freeze();
    }
  }

  @Override
  public synchronized void resume() {
    if (state() == NodeState.PAUSED) {
      run.thaw();
    }
  }

  /** Whether this node runs and sees all others UP. */
  synchronized boolean seesAllUp() {
    if (state() != NodeState.UP) {
      return false;
    }
    NamingNode naming = run.naming();
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    naming.loop().execute(() -> answer.complete(naming.members().allUp()));
    return answer.join();
  }

  /**
   * Asks all clients to connect elsewhere, as an operator's {@code loader} command does.
   *
   * @param to the node they should go to
   */
  public synchronized void resetConnections(Node to) {
    if (run != null) {
      run.grpc().reset(to.http());
    }
  }

  /** It has no process of its own. */
  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }
}
