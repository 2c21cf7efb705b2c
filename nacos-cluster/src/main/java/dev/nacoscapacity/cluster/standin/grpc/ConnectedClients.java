package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ClientDetectionRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConnectResetRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The connections that were set up. A client that was idle for 20 s is sent a {@code
 * ClientDetectionRequest}, and its connection is closed if it does not answer. After Nacos's {@code
 * ConnectionManager} and, since 2.2.4 itself never asks (issue 10773), 2.3's {@code
 * NacosRuntimeConnectionEjector}.
 */
final class ConnectedClients {

  private static final Duration FIRST_CHECK = Duration.ofSeconds(1);
  private static final Duration PERIOD = Duration.ofSeconds(3);
  private static final Duration IDLE = Duration.ofSeconds(20);
  private static final Duration DETECTION_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RESET_TIMEOUT = Duration.ofSeconds(3);

  private final Loop loop;
  private final Consumer<GrpcClient> close;
  private final Set<GrpcClient> all = new LinkedHashSet<>();
  private long lastRequestId;

  /**
   * @param close closes the connection's socket
   */
  ConnectedClients(Loop loop, Consumer<GrpcClient> close) {
    this.loop = loop;
    this.close = close;
    loop.after(FIRST_CHECK, this::check);
  }

  void add(GrpcClient client) {
    all.add(client);
  }

  void remove(GrpcClient client) {
    all.remove(client);
  }

  void close(GrpcClient client) {
    close.accept(client);
  }

  int count() {
    return all.size();
  }

  /** An id for a request of the server, which may be sent to several clients. */
  String newRequestId() {
    return Long.toString(++lastRequestId);
  }

  /**
   * Asks all clients to connect elsewhere.
   *
   * @param to HTTP address of the node they should go to
   */
  void reset(InetSocketAddress to) {
    String ip = to.getAddress().getHostAddress();
    String port = Integer.toString(to.getPort());
    for (GrpcClient client : List.copyOf(all)) {
      push(client, id -> new ConnectResetRequest(id, ip, port), RESET_TIMEOUT, () -> {});
    }
  }

  /** Sends a request of the server's with an id of its own, as {@link GrpcClient#push} does. */
  void push(
      GrpcClient client, Function<String, Record> request, Duration timeout, Runnable failed) {
    String id = newRequestId();
    client.push(id, GrpcMessages.bytes(request.apply(id)), timeout, failed);
  }

  private void check() {
    loop.after(PERIOD, this::check);
    for (GrpcClient client : List.copyOf(all)) {
      if (client.idleFor(IDLE)) {
        // Counts as active until it fails to answer, so that it is not asked again meanwhile.
        client.active();
        push(client, ClientDetectionRequest::new, DETECTION_TIMEOUT, () -> close(client));
      }
    }
  }
}
