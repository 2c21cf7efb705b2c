package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.ConnectedClient;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import io.grpc.ServerCall;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A client's connection as the stand-in has it: with its stream. */
final class GrpcClient extends ConnectedClient {

  /** Limit on pushes that wait for a client which does not read. */
  private static final int MAX_UNREAD = 16;

  private final Loop loop;
  private final String id;
  private final SocketAddress remote;

  /** The configurations it has listened for, as it names them. */
  final Map<ConfigKey, ConfigBatchListenRequest.Context> names = new HashMap<>(2);

  private ServerCall<Payload, byte[]> stream;
  private long lastActive;

  GrpcClient(NamingNode node, String id, SocketAddress remote) {
    super(node);
    this.loop = node.loop();
    this.id = id;
    this.remote = remote;
  }

  String id() {
    return id;
  }

  SocketAddress remote() {
    return remote;
  }

  /** The client set the connection up, on this stream. */
  void register(ServerCall<Payload, byte[]> call) {
    stream = call;
  }

  boolean registered() {
    return stream != null;
  }

  /**
   * Sends a request of the server's on the stream.
   *
   * @param requestId the one in the payload
   * @param failed runs when the client does not acknowledge in time, or leaves too much unread; not
   *     when the connection is closed
   */
  void push(String requestId, byte[] payload, Duration timeout, Runnable failed) {
    boolean closed = stream == null || stream.isCancelled();
    if (closed || !stream.isReady() && unacknowledged() >= MAX_UNREAD) {
      loop.execute(failed);
      return;
    }
    stream.sendMessage(payload);
    sent(requestId, timeout, failed);
  }

  void active() {
    lastActive = loop.millis();
  }

  boolean idleFor(Duration limit) {
    return loop.millis() - lastActive >= limit.toMillis();
  }
}
