package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.Loop;
import dev.nacoscapacity.cluster.embedded.registry.Members;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.NodeLoop;
import dev.nacoscapacity.cluster.embedded.registry.PeerCall;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A modelled node from its start to its end: all that it loses when it is killed. Its threads and
 * memory are its own; the processor is its machine's.
 */
final class RunningNode {

  private static final long SECOND = 1_000_000_000;

  /** From a write to its copies; 1.4's {@code nacos.naming.distro.taskDispatchPeriod} at most. */
  private static final Duration COPY_DELAY = Duration.ofSeconds(1);

  /** What a node does without load comes in so many pieces a second. */
  private static final int IDLE_PIECES = 10;

  /**
   * After so many nanoseconds without work the next costs more: with 3 ms the costs of calls at 60
   * to 2,005 a second (docs/fit-and-size.md, "What a first fit of 1.4.1 showed") differ by that
   * alone.
   */
  private static final long QUIET = 3_000_000;

  private final ModelCluster cluster;
  private final ModelNode node;
  private final NamingNode naming;
  private final ModelNetwork network;
  private final Threads connections;
  private final Threads threads;
  private final Heap heap;
  private final WarmUp warmUp;
  private final NodeWork work;

  /** Null of a version that answers no gRPC. */
  private final ConnectedClients clients;

  /** What collections add to work, since the last look at the heap. */
  private double inflation = 1;

  private long stoppedUntil;
  private long calls;
  private long callsBefore;
  private long worked;
  private long busyUntil;
  private double gcMillis;
  private boolean ended;

  /**
   * @param index of the node
   * @param cold whether its code is yet to be compiled
   */
  RunningNode(ModelCluster cluster, ModelNode node, int index, ModelSpec model, boolean cold) {
    Costs costs = model.costs();
    boolean grpc = model.version().grpc();
    ModelSpec.Tomcat tomcat = model.tomcat();
    this.cluster = cluster;
    this.node = node;
    this.work = cluster.work();
    this.network =
        new ModelNetwork(
            cluster,
            index,
            new ForwardPool(model.nodes(), model.forwards().route(), model.forwards().total()));
    this.naming =
        new NamingNode(
            new NodeLoop(new Timers()),
            network,
            index,
            cluster.spec().addresses(),
            COPY_DELAY,
            grpc ? Members.WhenRefused.COUNTED : Members.WhenRefused.DOWN,
            new HealthChecks(
                this,
                new Threads(model.beatThreads(), Integer.MAX_VALUE),
                grpc ? () -> 0 : () -> work.of(Cost.BEAT_PROCESSING, 1)));
    this.connections = new Threads(tomcat.connections(), tomcat.acceptQueue());
    this.threads = new Threads(tomcat.threads(), Integer.MAX_VALUE);
    this.heap = new Heap(model.heap(), costs);
    this.warmUp = cold ? WarmUp.of(costs) : WarmUp.done();
    this.clients = grpc ? new ConnectedClients(cluster, this, naming, model) : null;
  }

  /** Joins the cluster. */
  void start() {
    // Nodes do not start at the same moment, and so do not check each other at the same moment.
    naming.start(Duration.ofNanos(cluster.chance(5 * SECOND)));
    idle();
    second();
  }

  NamingNode naming() {
    return naming;
  }

  NodeLoop loop() {
    return naming.loop();
  }

  ModelNetwork network() {
    return network;
  }

  /** Over gRPC. */
  ConnectedClients clients() {
    return clients;
  }

  /** Those over HTTP that it serves; others wait in the accept queue. */
  Threads connections() {
    return connections;
  }

  /** Those that take requests. */
  Threads threads() {
    return threads;
  }

  /** Those that a request holds, over HTTP or gRPC. */
  int busyThreads() {
    return threads.busy() + (clients == null ? 0 : clients.threads().busy());
  }

  Heap heap() {
    return heap;
  }

  /** Of one core at the machine's speed, since it started. */
  double workedSeconds() {
    return worked / 1e9;
  }

  double gcMillis() {
    return gcMillis;
  }

  /**
   * Whether the node does nothing now: a stage waits until it goes on, and is dropped if it has
   * ended.
   */
  boolean holds(Runnable stage) {
    if (ended) {
      return true;
    }
    if (loop().frozen()) {
      loop().run(stage);
      return true;
    }
    return collects(stage);
  }

  /** Whether a collection stops the node now: then something waits for the collection's end. */
  private boolean collects(Runnable waiting) {
    long stopped = stoppedUntil - cluster.time().nanos();
    if (stopped > 0) {
      cluster.time().after(stopped, waiting);
    }
    return stopped > 0;
  }

  /** What the node does of its own accord waits for collections like the calls that reach it. */
  private final class Timers implements Loop {

    @Override
    public long millis() {
      return cluster.time().timeOfDay().toEpochMilli();
    }

    @Override
    public void execute(Runnable task) {
      cluster.time().execute(task);
    }

    @Override
    public void after(Duration delay, Runnable task) {
      RunningNode.this.after(
          delay.toNanos(),
          new Runnable() {
            @Override
            public void run() {
              if (!collects(this)) {
                task.run();
              }
            }
          });
    }
  }

  /** Lets the machine's processor do a client's call, as far as this node does it. */
  void work(ModelCall call, Runnable done) {
    calls++;
    run((long) (work.of(call, naming) * warmUp.next()), done);
  }

  /** The same for a request over gRPC. */
  void work(ModelRequest request, Runnable done) {
    calls++;
    run((long) (work.of(request, naming) * warmUp.next()), done);
  }

  /** The same for a list that is pushed over gRPC. */
  void push(Service pushed, Runnable done) {
    run((long) (work.ofPush(pushed) * warmUp.next()), done);
  }

  /** The same for the second half of a connection's set-up over gRPC. */
  void takeUp(Runnable done) {
    run((long) (work.of(Cost.GRPC_CONNECT, 0.5) * warmUp.next()), done);
  }

  /** The same for what another node wants, or this one of another. */
  void work(PeerCall<?> call, int items, Runnable done) {
    run(work.of(call, items), done);
  }

  /**
   * How much a call from here carries. A node of 1.x checks a checksum for each service, one of 2.x
   * the revision of each of its clients, in a call each; over HTTP each instance is a client.
   */
  int items(PeerCall<?> call) {
    if (clients == null || call.kind() != PeerCall.Kind.VERIFY) {
      return call.items();
    }
    return clients.count() + naming.heartbeatInstances();
  }

  /** The same for what no call waits for, which costs a cold node no more. */
  void run(long nanos, Runnable done) {
    long now = cluster.time().nanos();
    long woken = now - busyUntil > QUIET ? nanos + work.of(Cost.WAKE, 1) : nanos;
    long inflated = (long) (woken * inflation);
    worked += inflated;
    busyUntil = Math.max(busyUntil, now + node.machine().run(inflated, done));
  }

  /** How many times as much work is as on a warm node: 1 or more. */
  double slowness() {
    return warmUp.now();
  }

  void after(long nanos, Runnable task) {
    cluster.time().after(nanos, task);
  }

  /** Has the owner do a write, which may be this node. */
  @SuppressWarnings("unchecked")
  void write(ModelCall call, Consumer<Object> taken) {
    naming.onOwner(
        call.service.name(),
        (PeerCall<Object>) call.write,
        taken,
        (status, text) -> call.answer(status));
  }

  /** A client has closed its end of a connection: so a node whose heap is full gets going again. */
  void closing(Runnable learnt) {
    node.closing(() -> loop().run(learnt));
  }

  /** Takes an answer, and notes which clients the other node has heard of too early. */
  <A> Consumer<A> noting(PeerCall<A> call, int to, Consumer<A> answered) {
    if (clients == null || call.kind() != PeerCall.Kind.VERIFY) {
      return answered;
    }
    List<ConnectedClient> empty = clients.empty();
    return empty.isEmpty() ? answered : answered.andThen(done -> clients.copied(to, empty));
  }

  /** Sends an answer to its client. */
  void toClient(Runnable answered) {
    node.toClient(answered);
  }

  private void idle() {
    if (!ended) {
      after(SECOND / IDLE_PIECES, this::idle);
      if (!loop().frozen()) {
        double peers = naming.members().count() - 1;
        run(
            work.of(Cost.IDLE, 1.0 / IDLE_PIECES) + work.of(Cost.PEER, peers / IDLE_PIECES),
            () -> {});
      }
    }
  }

  private void second() {
    if (ended) {
      return;
    }
    after(SECOND, this::second);
    int own = naming.responsibleInstances();
    int grpc = clients == null ? 0 : clients.connections();
    int subscribers = clients == null ? 0 : clients.subscribers();
    heap.look(
        new Heap.Content(
            own,
            naming.registry().hosts() - own,
            Math.max(0, node.connections() - grpc),
            grpc,
            subscribers),
        calls - callsBefore);
    callsBefore = calls;
    inflation = heap.inflation();
    gcMillis += 1000 * heap.share();
    stoppedUntil = cluster.time().nanos() + heap.pauseNanos();
  }

  boolean ended() {
    return ended;
  }

  void end() {
    ended = true;
    loop().end();
  }
}
