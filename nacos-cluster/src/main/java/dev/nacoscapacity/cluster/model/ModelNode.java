package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** A node in virtual time. Confined to the thread that runs the events. */
public final class ModelNode implements Node {

  private final int index;
  private final ModelCluster cluster;

  private final Processor machine;

  private final List<ModelSocket> sockets = new ArrayList<>();

  /** Closed connections that the node has not noticed, since nothing reached it. */
  private final List<Runnable> closings = new ArrayList<>();

  /** Other traffic held in a black hole, in its order. */
  private final List<Runnable> backlog = new ArrayList<>();

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

  /** An address on which nothing listens; it only identifies the node. */
  @Override
  public InetSocketAddress http() {
    return cluster.address(index);
  }

  @Override
  public ServerVersion version() {
    return cluster.spec().version();
  }

  @Override
  public NodeState state() {
    if (running == null) {
      return starting ? NodeState.STARTING : NodeState.DOWN;
    }
    return running.loop().frozen() ? NodeState.PAUSED : NodeState.UP;
  }

  @Override
  public boolean accepts() {
    return running != null;
  }

  @Override
  public void start() {
    if (running == null && !starting) {
      starting = true;
      int attempt = ++starts;
      machine.run(
          cluster.model.costs().of(Cost.START),
          () -> {
            if (starting && starts == attempt) {
              begin(true);
            }
          });
    }
  }

  /**
   * The node runs from now on.
   *
   * @param cold whether its code is not compiled yet
   */
  void begin(boolean cold) {
    starting = false;
    running = new RunningNode(cluster, this, index, cold);
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
      leave(socket);
    }
    lost.forEach(socket -> carry(socket::lost));
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

  /** The current run of the node; null while it is down. */
  RunningNode running() {
    return running;
  }

  Processor machine() {
    return machine;
  }

  /** Sets the network conditions between clients and the node. */
  public void conditions(NetworkConditions now) {
    conditions = now;
    if (now.passing() == NetworkConditions.Passage.RESET) {
      backlog.clear();
      resetSockets();
    }
    if (passes()) {
      backlog.forEach(this::carry);
      backlog.clear();
      closings.forEach(this::carry);
      closings.clear();
    }
  }

  // --- What clients do -------------------------------------------------------------------------

  /** Opens a connection; a callback of the socket reports the result, unless there is no answer. */
  public void open(ModelSocket socket) {
    long roundTrip = 2 * delay();
    cluster
        .time()
        .after(
            roundTrip,
            () -> {
              if (conditions.passing() == NetworkConditions.Passage.RESET || running == null) {
                socket.refused();
              } else {
                socket.peer = running;
                if (socket.beforeAccept()) {
                  socket.place = sockets.size();
                  sockets.add(socket);
                  socket.opened();
                } else {
                  socket.peer = null;
                }
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
      leave(socket);
    }
  }

  private static void leave(ModelSocket socket) {
    socket.beforeClose();
    socket.place = -1;
    socket.peer = null;
  }

  /** How many connections clients have to it. */
  public int connections() {
    return sockets.size();
  }

  /** Sends a call on an open connection. */
  public void send(ModelSocket socket, ModelCall call) {
    cluster.charge(machine, socket.generatorCost());
    if (socket.peer != null) {
      carry(socket.sent(call));
    } else if (passes()) {
      // The connection is closed, and the client is notified later.
      cluster.time().after(delay(), () -> carry(socket::lost));
    }
  }

  /** The node closes a connection. */
  void drop(ModelSocket socket) {
    if (socket.place >= 0) {
      close(socket);
      carry(socket::lost);
    }
  }

  /** A message of a client, which the run of the node receives that took up the connection. */
  private void toNode(ModelChannel channel, BiConsumer<RunningNode, ModelClient> arrival) {
    RunningNode peer = channel.peer;
    ModelClient client = channel.client;
    if (peer != null) {
      carry(() -> arrival.accept(peer, client));
    }
  }

  /**
   * Sets up a connection; after that the node answers other requests than the server check.
   *
   * @param channel which of the client's connections
   */
  public void setUp(ModelChannel connection, Channel channel) {
    toNode(connection, (peer, client) -> peer.grpc.setUp(client, channel));
  }

  /** The client has the message with this id. */
  public void acknowledge(ModelChannel channel, String requestId) {
    toNode(channel, (peer, client) -> peer.loop().run(() -> client.acknowledged(requestId)));
  }

  /** Notifies the node that a client has closed its end, as soon as traffic reaches the node. */
  void closing(Runnable learnt) {
    if (passes()) {
      carry(learnt);
    } else {
      closings.add(learnt);
    }
  }

  /** Traffic that a black hole holds arrives after its end, as TCP would retransmit it. */
  void carry(Runnable arriving) {
    if (passes()) {
      cluster.time().after(delay(), arriving);
    } else {
      backlog.add(arriving);
    }
  }

  private boolean passes() {
    return conditions.passing() != NetworkConditions.Passage.BLACKHOLE;
  }

  private long delay() {
    return cluster.clientDelay() + conditions.latency().toNanos();
  }
}
