package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Service;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One run of a modelled node, from start to end: all state that the node loses when it is killed.
 * Threads and memory belong to the node, the processor to its machine.
 */
final class RunningNode {

  private static final long SECOND = 1_000_000_000;

  /**
   * Delay from a write to its copies: the maximum by 1.4's {@code
   * nacos.naming.distro.taskDispatchPeriod}.
   */
  private static final Duration COPY_DELAY = Duration.ofSeconds(1);

  /** Number of pieces a second into which idle work is divided. */
  private static final int IDLE_PIECES = 10;

  /**
   * After this idle time in nanoseconds, the next work costs more: with 3 ms, this alone explains
   * the different costs of calls at 60 to 2,005 a second (docs/fit-and-size.md, "What a first fit
   * of 1.4.1 showed").
   */
  private static final long QUIET = 3_000_000;

  private final ModelCluster cluster;
  private final ModelNode node;
  final NamingNode naming;
  final ModelNetwork network;

  /** The slots for served HTTP connections; further connections wait in the accept queue. */
  final Threads connections;

  /** The threads for requests. */
  final Threads threads;

  final Heap heap;
  private final WarmUp warmUp;
  private final NodeWork work;

  final NodeConfigs configs;

  /** The gRPC clients; null for a version without gRPC. */
  final ConnectedClients clients;

  private long stoppedUntil;
  private long worked;
  private long busyUntil;
  private double gcMillis;
  private boolean ended;

  /**
   * @param index of the node
   * @param cold whether the code of the node is not compiled yet
   */
  RunningNode(ModelCluster cluster, ModelNode node, int index, boolean cold) {
    ModelSpec model = cluster.model;
    Costs costs = model.costs();
    boolean grpc = model.version().grpc();
    ModelSpec.Tomcat tomcat = model.settings().tomcat();
    this.cluster = cluster;
    this.node = node;
    this.work = cluster.work;
    this.network =
        new ModelNetwork(
            cluster,
            index,
            new ForwardPool(
                model.nodes(),
                model.settings().forwards().route(),
                model.settings().forwards().total()));
    this.naming =
        new NamingNode(
            new NodeLoop(new Timers()),
            network,
            new Members(index, cluster.spec().addresses(), downRule(model.version())),
            COPY_DELAY,
            beatThreads(new Threads(model.settings().beatThreads(), Integer.MAX_VALUE), grpc));
    this.connections = new Threads(tomcat.connections(), tomcat.acceptQueue());
    this.threads = new Threads(tomcat.threads(), Integer.MAX_VALUE);
    this.heap = new Heap(model.settings().heap(), costs, model.machines().effectiveSpeed());
    this.warmUp =
        cold
            ? new WarmUp(costs.number(Cost.COLD), costs.number(Cost.WARM_CALLS))
            : new WarmUp(1, 1);
    this.configs = new NodeConfigs(cluster, this, index);
    this.clients = grpc ? new ConnectedClients(cluster, this, naming, model) : null;
  }

  private static Members.DownRule downRule(ServerVersion version) {
    return switch (version) {
      case V1_4_1 -> Members.DownRule.REFUSED;
      case V2_2_4 -> Members.DownRule.COUNTED;
      default -> Members.DownRule.COUNTED_AND_RETRIED;
    };
  }

  /** Joins the cluster. */
  void start() {
    // Nodes do not start at the same moment, so their verifications do not run at the same moment.
    naming.start(Duration.ofNanos(cluster.randomBelow(5 * SECOND)));
    // Nor do they do their own work, or collect garbage, at the same moments.
    after(cluster.randomBelow(SECOND / IDLE_PIECES), this::idle);
    after(cluster.randomBelow(SECOND), this::second);
  }

  NodeLoop loop() {
    return naming.loop();
  }

  /** The number of threads that serve a request, over HTTP or gRPC. */
  int busyThreads() {
    return threads.busy() + (clients == null ? 0 : clients.threads.busy());
  }

  /** CPU seconds of one core at the machine's speed, since the start of the node. */
  double workedSeconds() {
    return worked / 1e9;
  }

  double gcMillis() {
    return gcMillis;
  }

  /**
   * The few threads on which a node processes answered beats and checks expiry: when these threads
   * are late, beating instances expire although no call is slow. Source: Nacos 1.4.1's {@code
   * HealthCheckReactor}, {@code GlobalExecutor.DEFAULT_THREAD_COUNT}.
   */
  private Executor beatThreads(Threads pool, boolean grpc) {
    return task -> {
      Runnable worked =
          stage(
              () -> {
                task.run();
                pool.release();
              });
      pool.acquire(stage(() -> run(grpc ? 0 : work.of(Cost.BEAT_PROCESSING, 1), worked)));
    };
  }

  /**
   * An event of this node: it waits while the node is stalled, and is dropped if the node has
   * ended.
   */
  Runnable stage(Runnable event) {
    return unless(this::holds, event);
  }

  private static Runnable unless(Predicate<Runnable> waits, Runnable event) {
    return new Runnable() {
      @Override
      public void run() {
        if (!waits.test(this)) {
          event.run();
        }
      }
    };
  }

  private boolean holds(Runnable stage) {
    if (ended) {
      return true;
    }
    if (loop().frozen()) {
      loop().run(stage);
      return true;
    }
    return collects(stage);
  }

  /**
   * Whether a collection stops the node now: the waiting task then runs at the end of the
   * collection.
   */
  private boolean collects(Runnable waiting) {
    long stopped = stoppedUntil - cluster.time().nanos();
    if (stopped > 0) {
      cluster.time().after(stopped, waiting);
    }
    return stopped > 0;
  }

  /** Runs the node's own timers, which wait for collections like incoming calls. */
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
      RunningNode.this.after(delay.toNanos(), unless(RunningNode.this::collects, task));
    }
  }

  /** Runs this node's part of a client's call on the machine's processor. */
  void work(ModelCall call, Runnable onEnd) {
    serve(work.of(call, naming), onEnd);
  }

  /** Runs the work of a gRPC request on the machine's processor. */
  void work(ModelRequest request, Runnable onEnd) {
    serve(work.of(request, naming), onEnd);
  }

  private void serve(long nanos, Runnable onEnd) {
    long collecting = work.of(Cost.GARBAGE_CALL, heap.collect());
    run((long) (nanos * warmUp.next()) + collecting, onEnd);
  }

  /** The cost of one change that came from another node. */
  long costOfSync() {
    return work.of(Cost.SYNC, 1);
  }

  /** Runs the work of a gRPC push on the machine's processor. */
  void push(Service pushed, Runnable onEnd) {
    run((long) (work.ofPush(pushed) * warmUp.next()), onEnd);
  }

  /** Runs the work of the second half of a gRPC connection's set-up. */
  void takeUp(Runnable onEnd) {
    run((long) (work.of(Cost.GRPC_CONNECT, 0.5) * warmUp.next()), onEnd);
  }

  /** Runs the work of a call from or to another node. */
  void work(PeerCall<?> call, int items, Runnable onEnd) {
    run(work.of(call, items), onEnd);
  }

  /**
   * The number of items in a call of this node. A 1.x node verifies a checksum for each service, a
   * 2.x node the revision of each of its clients in a separate call; over HTTP each instance is a
   * client.
   */
  int items(PeerCall<?> call) {
    if (clients == null || call.kind() != PeerCall.Kind.VERIFY) {
      return call.items();
    }
    return clients.clients + naming.heartbeatInstances();
  }

  /** Runs background work, which does not cost more on a cold node. */
  void run(long nanos, Runnable onEnd) {
    long now = cluster.time().nanos();
    long woken = now - busyUntil > QUIET ? nanos + work.of(Cost.WAKE, 1) : nanos;
    worked += woken;
    busyUntil = Math.max(busyUntil, now + node.machine().run(woken, onEnd));
  }

  /** Cost factor of work relative to a warm node: 1 or more. */
  double slowness() {
    return warmUp.now();
  }

  void after(long nanos, Runnable task) {
    cluster.time().after(nanos, task);
  }

  /** Runs a write at its owner, which may be this node. */
  @SuppressWarnings("unchecked")
  void write(ModelCall call) {
    naming.onOwner(
        call.service.name(),
        (PeerCall<Object>) call.write,
        answer -> {
          call.written = answer;
          call.answer(200);
        },
        (status, text) -> call.answer(status));
  }

  /**
   * A client has closed its end of a connection. Even a stalled node notices this, so that a node
   * with a full heap recovers.
   */
  void closing(Runnable learnt) {
    node.closing(() -> loop().run(learnt));
  }

  /**
   * Wraps a callback for an answer, and records which clients the other node has received too
   * early.
   */
  <A> Consumer<A> recordingClients(PeerCall<A> call, int to, Consumer<A> answered) {
    if (clients == null || call.kind() != PeerCall.Kind.VERIFY) {
      return answered;
    }
    List<ConnectedClient> empty = clients.empty();
    return empty.isEmpty() ? answered : answered.andThen(answer -> clients.copied(to, empty));
  }

  /** Tells a client that its connection is taken up, if the version does so. */
  void acknowledgeSetUp(ConnectedClient client) {
    if (node.acknowledgesSetUp()) {
      toClient(client.channel::setUpAcknowledged);
    }
  }

  /** Sends an answer to its client. */
  void toClient(Runnable answered) {
    node.carry(answered);
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
    Map<Cost, Integer> content = new EnumMap<>(Cost.class);
    content.put(Cost.HEAP_BASE, 1);
    content.put(Cost.HEAP_INSTANCE, own);
    content.put(Cost.HEAP_COPY, naming.registry().hosts() - own);
    int overHttp = node.connections();
    if (clients != null) {
      content.put(Cost.HEAP_GRPC_CONNECTION, clients.connections);
      content.put(Cost.HEAP_SUBSCRIBER, clients.subscribers);
      overHttp -= clients.connections;
    }
    content.put(Cost.HEAP_CONNECTION, Math.max(0, overHttp));
    heap.look(cluster.model.costs().bytes(content));
    gcMillis += 1000 * heap.share();
    stoppedUntil = cluster.time().nanos() + heap.pauseNanos();
  }

  void end() {
    ended = true;
    loop().end();
  }
}
