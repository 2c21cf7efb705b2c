package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.registry.Loop;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.message.ClientDetectionRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConnectResetRequest;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The connections that were set up. One that was idle for 20 s is asked whether it lives, and
 * closed if it does not answer. After Nacos's {@code ConnectionManager} and, since 2.2.4 itself
 * never asks (issue 10773), 2.3's {@code NacosRuntimeConnectionEjector}.
 */
final class GrpcClients {

  private static final Duration FIRST_CHECK = Duration.ofSeconds(1);
  private static final Duration PERIOD = Duration.ofSeconds(3);
  private static final Duration IDLE = Duration.ofSeconds(20);
  private static final Duration DETECTION_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RESET_TIMEOUT = Duration.ofSeconds(3);

  private final Loop loop;
  private final Pushes pushes;
  private final Consumer<GrpcClient> close;
  private final Set<GrpcClient> all = new LinkedHashSet<>();

  /**
   * @param close closes the connection's socket
   */
  GrpcClients(Loop loop, Pushes pushes, Consumer<GrpcClient> close) {
    this.loop = loop;
    this.pushes = pushes;
    this.close = close;
    loop.after(FIRST_CHECK, this::check);
  }

  void add(GrpcClient connection) {
    all.add(connection);
  }

  /** Whether it was there. */
  boolean remove(GrpcClient connection) {
    return all.remove(connection);
  }

  int count() {
    return all.size();
  }

  /**
   * Asks some clients to connect elsewhere, the longest connected ones first.
   *
   * @param to HTTP address of the node they should go to; null for any other
   */
  void reset(int atMost, InetSocketAddress to) {
    for (GrpcClient connection : List.copyOf(all).subList(0, Math.min(atMost, all.size()))) {
      String id = pushes.newId();
      ConnectResetRequest request =
          new ConnectResetRequest(
              id,
              to == null ? null : to.getAddress().getHostAddress(),
              to == null ? null : Integer.toString(to.getPort()));
      pushes.send(connection, id, Messages.bytes(request), RESET_TIMEOUT, () -> {}, () -> {});
    }
  }

  private void check() {
    loop.after(PERIOD, this::check);
    long now = loop.millis();
    for (GrpcClient connection : List.copyOf(all)) {
      if (connection.idleFor(IDLE.toMillis(), now)) {
        String id = pushes.newId();
        // Asked once in a while is enough: active until it fails to answer.
        connection.active(now);
        pushes.send(
            connection,
            id,
            Messages.bytes(new ClientDetectionRequest(id)),
            DETECTION_TIMEOUT,
            () -> {},
            () -> close.accept(connection));
      }
    }
  }
}
