package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Service;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executor;
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
   * the different costs of calls at 60 to 2,005 a second.
   */
  private static final long QUIET = 3_000_000;

  private final ModelCluster cluster;
  private final ModelNode node;
  final NamingNode naming;
  final ModelNetwork network;

  final Heap heap;
  private final WarmUp warmUp;
  final NodeWork work;
  final NodeConfigs configs;
  final HttpConnector http;

  /** Nobody connects to that of a version without gRPC. */
  final GrpcConnector grpc;

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
            new Members(index, cluster.spec().addresses(), model.version().downRule()),
            COPY_DELAY,
            beatThreads(new Threads(model.settings().beatThreads(), Integer.MAX_VALUE)));
    this.heap = new Heap(model.settings().heap(), costs, model.machines().effectiveSpeed());
    this.warmUp =
        cold
            ? new WarmUp(costs.number(Cost.COLD), costs.number(Cost.WARM_CALLS))
            : new WarmUp(1, 1);
    this.configs = new NodeConfigs(cluster, this, index);
    this.http = new HttpConnector(this, model.settings().tomcat());
    this.grpc = new GrpcConnector(cluster, this);
  }

  /** Joins the cluster. */
  void start() {
    // Nodes do not start at the same moment, so their verifications do not run at the same moment.
    naming.start(Duration.ofNanos(cluster.randomBelow(5 * SECOND)));
    // Nor do they do their own work, or collect garbage, at the same moments.
    after(cluster.randomBelow(SECOND / IDLE_PIECES), this::idle);
    after(cluster.randomBelow(SECOND), this::second);
  }

  /** Whether clients may connect over gRPC. */
  private boolean overGrpc() {
    return cluster.spec().version().grpc();
  }

  NodeLoop loop() {
    return naming.loop();
  }

  /** The number of threads that serve a request, over HTTP or gRPC. */
  int busyThreads() {
    return http.threads.busy() + grpc.threads.busy();
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
  private Executor beatThreads(Threads pool) {
    return task -> pool.acquire(new BeatTask(pool, task));
  }

  /** The stages of a task on a beat thread. */
  private final class BeatTask implements Runnable {

    private final Threads pool;
    private final Runnable task;
    private boolean worked;

    BeatTask(Threads pool, Runnable task) {
      this.pool = pool;
      this.task = task;
    }

    @Override
    public void run() {
      if (holds(this)) {
        return;
      }
      if (worked) {
        task.run();
        pool.release();
      } else {
        worked = true;
        // Over gRPC no beat is processed after its answer.
        RunningNode.this.run(overGrpc() ? 0 : work.of(Cost.BEAT_PROCESSING, 1), this);
      }
    }
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

  /** Whether a stage may not run now: it is dropped, or runs when the node goes on. */
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

  /** Runs the work of a client's call on the machine's processor. */
  void serve(long nanos, Runnable onEnd) {
    long collecting = work.of(Cost.GARBAGE_CALL, heap.collect());
    run((long) (nanos * warmUp.next()) + collecting, onEnd);
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
    return overGrpc() && call.kind() == PeerCall.Kind.VERIFY
        ? grpc.clients + naming.heartbeatInstances()
        : call.items();
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

  /**
   * A client has closed its end of a connection. Even a stalled node notices this, so that a node
   * with a full heap recovers.
   */
  void closing(Runnable learnt) {
    node.closing(() -> loop().run(learnt));
  }

  /** Closes a connection, as the client learns later. */
  void disconnect(ModelClient client) {
    node.drop(client.channel);
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
    if (overGrpc()) {
      content.put(Cost.HEAP_GRPC_CONNECTION, grpc.connections);
      content.put(Cost.HEAP_SUBSCRIBER, grpc.subscriptions.count());
      overHttp -= grpc.connections;
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
