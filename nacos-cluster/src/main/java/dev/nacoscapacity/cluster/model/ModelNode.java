package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A node that exists in virtual time only. For the thread that runs the events. */
public final class ModelNode implements Node {

  private final int index;
  private final ModelCluster cluster;
  private final Processor machine;
  private final List<ModelSocket> sockets = new ArrayList<>();
  private NetworkConditions conditions = NetworkConditions.NORMAL;
  private RunningNode running;
  private boolean starting;

  /** Counts starts, so that a node killed while it starts does not come up. */
  private int starts;

  ModelNode(int index, ModelCluster cluster, Processor machine) {
    this.index = index;
    this.cluster = cluster;
    this.machine = machine;
  }

  @Override
  public String name() {
    return ClusterSpec.nodeName(index);
  }

  /** An address that nothing listens on: it only names the node. */
  @Override
  public InetSocketAddress http() {
    return cluster.address(index);
  }

  @Override
  public NodeState state() {
    if (running == null) {
      return starting ? NodeState.STARTING : NodeState.DOWN;
    }
    return running.loop().frozen() ? NodeState.PAUSED : NodeState.UP;
  }

  @Override
  public void start() {
    if (running == null && !starting) {
      starting = true;
      int attempt = ++starts;
      cluster
          .time()
          .after(
              cluster.startNanos(),
              () -> {
                if (starting && starts == attempt) {
                  begin(true);
                }
              });
    }
  }

  /**
   * It runs from now on.
   *
   * @param cold whether its code is yet to be compiled
   */
  void begin(boolean cold) {
    starting = false;
    running = cluster.newRun(index, cold);
    running.start();
  }

  @Override
  public void kill() {
    starting = false;
    if (running != null) {
      RunningNode ended = running;
      running = null;
      ended.end();
      cluster.ended(ended);
      resetSockets();
    }
  }

  private void resetSockets() {
    List<ModelSocket> lost = List.copyOf(sockets);
    sockets.clear();
    for (ModelSocket socket : lost) {
      socket.place = -1;
      socket.peer = null;
    }
    lost.forEach(socket -> toClient(socket::lost));
  }

  @Override
  public void pause() {
    if (running != null) {
      running.loop().freeze();
    }
  }

  @Override
  public void resume() {
    if (state() == NodeState.PAUSED) {
      running.loop().thaw();
    }
  }

  /** It has none. */
  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** Null while it does not run. */
  RunningNode running() {
    return running;
  }

  Processor machine() {
    return machine;
  }

  /** How clients reach the node from now on. */
  public void conditions(NetworkConditions now) {
    conditions = now;
    if (now.passing() == NetworkConditions.Passing.RESET) {
      resetSockets();
    }
  }

  // --- What clients do -------------------------------------------------------------------------

  /** Opens a connection; one of the socket's methods hears of it, unless nobody answers. */
  public void open(ModelSocket socket) {
    long roundTrip = 2 * delay();
    cluster
        .time()
        .after(
            roundTrip,
            () -> {
              if (conditions.passing() == NetworkConditions.Passing.RESET || running == null) {
                socket.refused();
              } else {
                socket.place = sockets.size();
                socket.peer = running;
                sockets.add(socket);
                socket.opened();
              }
            });
  }

  /** The client closes its end. */
  public void close(ModelSocket socket) {
    if (socket.place >= 0) {
      ModelSocket last = sockets.remove(sockets.size() - 1);
      if (last != socket) {
        sockets.set(socket.place, last);
        last.place = socket.place;
      }
      socket.place = -1;
      socket.peer = null;
    }
  }

  /** How many connections clients have to it. */
  public int connections() {
    return sockets.size();
  }

  /** Sends a call on an open connection. */
  public void send(ModelSocket socket, ModelCall call) {
    if (passes()) {
      cluster.time().after(delay(), call.sentTo(socket.peer));
    }
  }

  void toClient(Runnable arrived) {
    if (passes()) {
      cluster.time().after(delay(), arrived);
    }
  }

  private boolean passes() {
    return conditions.passing() != NetworkConditions.Passing.BLACKHOLE;
  }

  private long delay() {
    return cluster.clientDelay() + conditions.latency().toNanos();
  }
}
