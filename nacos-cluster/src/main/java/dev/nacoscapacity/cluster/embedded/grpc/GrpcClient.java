package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.config.ConfigKey;
import dev.nacoscapacity.cluster.embedded.registry.Publisher;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigBatchListenRequest;
import io.grpc.ServerCall;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;

/** A client's connection and all that ends with it. */
final class GrpcClient {

  /** Requests that may wait for a client which does not read. */
  private static final int MOST_UNREAD = 16;

  private final String id;
  private final SocketAddress remote;
  private final Publisher publisher;
  private final Map<ServiceKey, String> subscribed = new HashMap<>(2);
  private final Map<ConfigKey, ConfigBatchListenRequest.Context> listened = new HashMap<>(2);
  private final Map<String, Runnable> awaited = new HashMap<>(2);
  private ServerCall<Payload, byte[]> stream;
  private long lastActive;

  GrpcClient(String id, SocketAddress remote, Publisher publisher) {
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

  /** The services it hears of, with the clusters it asked for. */
  Map<ServiceKey, String> subscribed() {
    return subscribed;
  }

  /** The configurations it hears of, as it names them. */
  Map<ConfigKey, ConfigBatchListenRequest.Context> listened() {
    return listened;
  }

  /** What to do when the client acknowledges a request of the server's, by the request's id. */
  Map<String, Runnable> awaited() {
    return awaited;
  }

  /** The client set it up on this stream. */
  void register(ServerCall<Payload, byte[]> call) {
    stream = call;
  }

  boolean registered() {
    return stream != null;
  }

  /** Sends on the stream, or does not if the client is gone or leaves too much unread. */
  boolean send(byte[] payload) {
    boolean blocked = stream == null || stream.isCancelled();
    if (blocked || !stream.isReady() && awaited.size() >= MOST_UNREAD) {
      return false;
    }
    stream.sendMessage(payload);
    return true;
  }

  void active(long millis) {
    lastActive = millis;
  }

  boolean idleFor(long limitMillis, long nowMillis) {
    return nowMillis - lastActive >= limitMillis;
  }
}
