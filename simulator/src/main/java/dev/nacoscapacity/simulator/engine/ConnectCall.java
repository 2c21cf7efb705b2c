package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;

/** A gRPC client sets up a connection: TCP connect, server check, stream, labels. */
public final class ConnectCall extends FleetCall {

  private static final Kind KIND =
      Kind.of(Operation.CONNECT, Link.OPENS, ServerCheckResponse.class);

  private static final ServerCheckRequest SERVER_CHECK = new ServerCheckRequest();

  private final Channel channel;
  private long serverCheck;

  /**
   * @param channel which of the client's connections
   */
  public ConnectCall(Channel channel) {
    super(KIND);
    this.channel = channel;
  }

  @Override
  public Channel channel() {
    return channel;
  }

  @Override
  public void serverChecked(long nanos) {
    serverCheck = nanos;
  }

  /**
   * Nanoseconds until the server answered the first request, including the TCP connect; 0 when it
   * never answered.
   */
  public long serverCheck() {
    return serverCheck;
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return SERVER_CHECK;
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.connected(this);
  }
}
