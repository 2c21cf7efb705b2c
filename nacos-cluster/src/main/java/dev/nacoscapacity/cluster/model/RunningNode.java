package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.NodeLoop;
import dev.nacoscapacity.cluster.embedded.registry.PeerCall;
import java.util.function.Consumer;

/**
 * A modelled node from its start to its end: all that it loses when it is killed. Its threads and
 * memory are its own; the processor is its machine's.
 */
final class RunningNode {

  private static final long SECOND = 1_000_000_000;

  /** What a node does without load comes in so many pieces a second. */
  private static final int IDLE_PIECES = 10;

  private final ModelCluster cluster;
  private final ModelNode node;
  private final NamingNode naming;
  private final ModelNetwork network;
  private final Threads threads;
  private final Heap heap;
  private final WarmUp warmUp;
  private final NodeWork work;

  /** What collections add to work, since the last look at the heap. */
  private double inflation = 1;

  private long stoppedUntil;
  private long calls;
  private long callsBefore;
  private long worked;
  private double gcMillis;
  private boolean ended;

  RunningNode(
      ModelCluster cluster,
      ModelNode node,
      NamingNode naming,
      ModelNetwork network,
      Threads threads,
      Heap heap,
      WarmUp warmUp) {
    this.cluster = cluster;
    this.node = node;
    this.naming = naming;
    this.network = network;
    this.threads = threads;
    this.heap = heap;
    this.warmUp = warmUp;
    this.work = cluster.work();
  }

  /** Joins the cluster. */
  void start() {
    naming.start();
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

  /** Those that take requests. */
  Threads threads() {
    return threads;
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
    long stopped = stoppedUntil - cluster.time().nanos();
    if (stopped > 0) {
      cluster.time().after(stopped, stage);
      return true;
    }
    return false;
  }

  /** Lets the machine's processor do a client's call, as far as this node does it. */
  void work(ModelCall call, Runnable done) {
    calls++;
    run((long) (work.of(call, naming) * warmUp.next()), done);
  }

  /** The same for what another node wants. */
  void work(PeerCall<?> call, Runnable done) {
    run(work.of(call), done);
  }

  private void run(long nanos, Runnable done) {
    long inflated = (long) (nanos * inflation);
    worked += inflated;
    gcMillis += (inflated - nanos) / 1e6;
    node.machine().run(inflated, done);
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

  /** Sends an answer to its client. */
  void toClient(Runnable answered) {
    node.toClient(answered);
  }

  private void idle() {
    if (!ended) {
      after(SECOND / IDLE_PIECES, this::idle);
      if (!loop().frozen()) {
        run(cluster.idle() / IDLE_PIECES, () -> {});
      }
    }
  }

  private void second() {
    if (ended) {
      return;
    }
    after(SECOND, this::second);
    int own = naming.responsibleInstances();
    heap.look(
        new Heap.Content(own, naming.registry().hosts() - own, node.connections(), 0, 0),
        calls - callsBefore);
    callsBefore = calls;
    inflation = heap.inflation();
    stoppedUntil = cluster.time().nanos() + heap.pauseNanos();
  }

  void end() {
    ended = true;
    loop().end();
  }
}
