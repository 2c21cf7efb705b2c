package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.Publisher;
import io.grpc.ServerCall;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A client's connection, and all state that is bound to it. */
final class GrpcClient {

  /** Limit on pushes that wait for a client which does not read. */
  private static final int MAX_UNREAD = 16;

  private final Loop loop;
  private final String id;
  private final SocketAddress remote;
  private final Publisher publisher;
  private final Map<ConfigKey, ConfigBatchListenRequest.Context> listened = new HashMap<>(2);

  /** A marker for each push, since a push that is sent again has the same id. */
  private final Map<String, Object> unacknowledged = new HashMap<>(2);

  private ServerCall<Payload, byte[]> stream;
  private long lastActive;

  GrpcClient(Loop loop, String id, SocketAddress remote, Publisher publisher) {
    this.loop = loop;
    this.id = id;
    this.remote = remote;
    this.publisher = publisher;
  }

  String id() {
    return id;
  }

  SocketAddress remote() {
    return remote;
  }

  Publisher publisher() {
    return publisher;
  }

  /** The configurations it listens to, as it names them. */
  Map<ConfigKey, ConfigBatchListenRequest.Context> listened() {
    return listened;
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
    if (closed || !stream.isReady() && unacknowledged.size() >= MAX_UNREAD) {
      loop.execute(failed);
      return;
    }
    stream.sendMessage(payload);
    Object mark = new Object();
    unacknowledged.put(requestId, mark);
    loop.after(
        timeout,
        () -> {
          if (unacknowledged.remove(requestId, mark)) {
            failed.run();
          }
        });
  }

  void acknowledged(String requestId) {
    unacknowledged.remove(requestId);
  }

  /** The connection is gone, and with it its instances. */
  void close() {
    unacknowledged.clear();
    publisher.close();
  }

  void active() {
    lastActive = loop.millis();
  }

  boolean idleFor(Duration limit) {
    return loop.millis() - lastActive >= limit.toMillis();
  }
}
