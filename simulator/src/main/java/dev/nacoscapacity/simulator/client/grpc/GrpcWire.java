package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.BytesMarshaller;
import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import io.grpc.MethodDescriptor;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;

/** What the connections of one event loop share. */
final class GrpcWire {

  private final EventLoop eventLoop;
  private final GrpcSettings settings;
  private final RequestWriter writer;
  private final Channels channels;
  private final AnswerReader reader = new AnswerReader();
  private final MethodDescriptor<byte[], Received> request;
  private final MethodDescriptor<byte[], Received> stream;

  /** All have the same time, so they fall due in this order. */
  private final Deque<UnaryCall> underWay = new ArrayDeque<>();

  GrpcWire(EventLoop eventLoop, GrpcSettings settings, RequestWriter writer, Channels channels) {
    this.eventLoop = eventLoop;
    this.settings = settings;
    this.writer = writer;
    this.channels = channels;
    BytesMarshaller sent = new BytesMarshaller();
    Received received = new Received();
    this.request = Methods.request(sent, received);
    this.stream = Methods.biStream(sent, received);
  }

  EventLoop eventLoop() {
    return eventLoop;
  }

  RequestWriter writer() {
    return writer;
  }

  AnswerReader reader() {
    return reader;
  }

  Channels channels() {
    return channels;
  }

  MethodDescriptor<byte[], Received> request() {
    return request;
  }

  MethodDescriptor<byte[], Received> stream() {
    return stream;
  }

  /** When a call that begins now is given up. */
  long deadline() {
    return System.nanoTime() + settings.callTimeout().toNanos();
  }

  void underWay(UnaryCall call) {
    underWay.addLast(call);
  }

  /** Ends the calls whose time is up. */
  void expire(long now) {
    for (UnaryCall first = underWay.peekFirst();
        first != null && (first.isOver() || now - first.deadline() >= 0);
        first = underWay.peekFirst()) {
      underWay.pollFirst().giveUp(UnaryCall.TIMED_OUT);
    }
  }

  /** Ends all calls. */
  void endAll(String reason) {
    while (!underWay.isEmpty()) {
      underWay.pollFirst().giveUp(reason);
    }
  }
}
