package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.NodeLoop;
import dev.nacoscapacity.cluster.embedded.registry.PeerCall;
import java.util.function.Consumer;

/** A modelled node from its start to its end: all that it loses when it is killed. */
final class RunningNode {

  private final ModelNode node;
  private final NamingNode naming;
  private final ModelNetwork network;
  private final Threads threads;
  private boolean ended;

  RunningNode(ModelNode node, NamingNode naming, ModelNetwork network, Threads threads) {
    this.node = node;
    this.naming = naming;
    this.network = network;
    this.threads = threads;
  }

  NamingNode naming() {
    return naming;
  }

  ModelNetwork network() {
    return network;
  }

  NodeLoop loop() {
    return naming.loop();
  }

  /** The threads that take requests. */
  Threads threads() {
    return threads;
  }

  boolean ended() {
    return ended;
  }

  /** Whether the node does nothing now: a stage waits until it thaws, and is dropped if it ended. */
  boolean holds(Runnable stage) {
    if (ended) {
      return true;
    }
    if (loop().frozen()) {
      loop().run(stage);
      return true;
    }
    return false;
  }

  /** Lets the machine's processor work, for so many nanoseconds at reference speed. */
  void work(long nanos, Runnable done) {
    node.machine().run(nanos, done);
  }

  /** Of a client's call at the node that takes it. */
  long workOf(ModelCall call) {
    return node.costs().of(call, naming);
  }

  /** Of another node's call. */
  long workOf(PeerCall<?> call) {
    return node.costs().of(call);
  }

  void after(long nanos, Runnable task) {
    node.time().after(nanos, task);
  }

  /** What the owner is to do is done by this node or the owner. */
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

  void end() {
    ended = true;
    loop().end();
  }
}
