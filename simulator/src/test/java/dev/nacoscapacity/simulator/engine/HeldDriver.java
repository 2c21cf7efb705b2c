package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.IdleDriver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A driver that holds each call until the test answers it, or answers some kinds at once. */
final class HeldDriver extends IdleDriver {

  private final LongSupplier clock;
  private final CallListener listener;
  private final Set<Operation> answeredAtOnce = EnumSet.noneOf(Operation.class);
  private final List<Call> calls = new ArrayList<>();
  private final List<String> sent = new ArrayList<>();
  private final Set<Integer> unconnected = new HashSet<>();
  private int expiries;
  private boolean everyCallKeepsAlive;

  HeldDriver(LongSupplier clock, CallListener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  void answerAtOnce(Operation operation) {
    answeredAtOnce.add(operation);
  }

  /** Calls of a kind wait for the test again. */
  void hold(Operation operation) {
    answeredAtOnce.remove(operation);
  }

  /** As over gRPC. */
  void keepAliveByEveryCall() {
    everyCallKeepsAlive = true;
  }

  @Override
  public boolean everyCallKeepsAlive() {
    return everyCallKeepsAlive;
  }

  @Override
  public void send(Call call) {
    sent.add(
        call.operation
            + " "
            + call.actor
            + (call instanceof BeatCall beat && beat.light ? " light" : ""));
    calls.add(call);
    call.markWritten(clock.getAsLong());
    call.server = Math.max(0, call.prescribedServer);
    listener.written(call);
    if (answeredAtOnce.contains(call.operation)) {
      answer(call, answer -> {});
    }
  }

  /** What was sent so far: kind, actor, and whether it was light. */
  List<String> sent() {
    return sent;
  }

  /** The calls under way of a kind. */
  List<Call> calls(Operation operation) {
    return calls.stream().filter(call -> call.operation == operation).toList();
  }

  /** Ends a call with what the answer says. */
  void answer(Call call, Consumer<Call> answer) {
    if (!calls.remove(call)) {
      throw new AssertionError("not under way");
    }
    call.answered = clock.getAsLong();
    if (call instanceof SubscribeCall subscribe) {
      subscribe.listing = (fleet, hosts) -> true;
    }
    answer.accept(call);
    if (call.operation == Operation.CONNECT && call.ok()) {
      unconnected.remove(call.actor);
    }
    listener.completed(call);
  }

  /** Ends all calls of a kind that are under way. */
  void answerAll(Operation operation, Consumer<Call> answer) {
    calls(operation).forEach(call -> answer(call, answer));
  }

  /** A client has lost its connection. */
  void disconnect(int actor) {
    unconnected.add(actor);
    listener.disconnected(actor, Channel.NAMING);
  }

  /** A client has no connection yet, as over gRPC. */
  void unconnected(int actor) {
    unconnected.add(actor);
  }

  @Override
  public boolean connected(int instance, Channel channel) {
    return channel == Channel.CONFIG || !unconnected.contains(instance);
  }

  /** A server pushes a service to a subscriber. */
  void push(int subscriber, int service) {
    listener.pushed(subscriber, service, null);
  }

  /** A listener is told over gRPC that a configuration has changed. */
  void changed(int actor, String dataId) {
    listener.configChanged(actor, dataId);
  }

  int expiries() {
    return expiries;
  }

  @Override
  public void expire(long now) {
    expiries++;
  }

  @Override
  public void close() {
    List.copyOf(calls).forEach(call -> answer(call, c -> c.failure = UNANSWERED));
  }
}
