package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.config.ConfigKey;
import dev.nacoscapacity.cluster.embedded.registry.Loop;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigChangeNotifyRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells listeners that a configuration changed, and again, each time 2 s later, until they
 * acknowledge; one that never does is closed. After Nacos 2.2's {@code RpcConfigChangeNotifier}.
 */
final class Listens {

  private static final Duration ACK_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration RETRY_STEP = Duration.ofSeconds(2);
  private static final int MAX_TRIES = 50;

  private final Loop loop;
  private final Pushes pushes;
  private final Consumer<GrpcClient> close;
  private final Map<ConfigKey, Set<GrpcClient>> listeners = new HashMap<>();

  /**
   * @param close closes the connection's socket
   */
  Listens(Loop loop, Pushes pushes, Consumer<GrpcClient> close) {
    this.loop = loop;
    this.pushes = pushes;
    this.close = close;
  }

  void listen(GrpcClient connection, ConfigKey key, ConfigBatchListenRequest.Context context) {
    connection.listened().put(key, context);
    listeners.computeIfAbsent(key, k -> new HashSet<>()).add(connection);
  }

  void unlisten(GrpcClient connection, ConfigKey key) {
    connection.listened().remove(key);
    listeners.computeIfPresent(
        key,
        (k, all) -> {
          all.remove(connection);
          return all.isEmpty() ? null : all;
        });
  }

  void forget(GrpcClient connection) {
    List.copyOf(connection.listened().keySet()).forEach(key -> unlisten(connection, key));
  }

  /** A configuration was published or deleted. */
  void changed(ConfigKey key) {
    List.copyOf(listeners.getOrDefault(key, Set.of())).forEach(each -> tell(each, key, 1));
  }

  private void tell(GrpcClient to, ConfigKey key, int attempt) {
    ConfigBatchListenRequest.Context context = to.listened().get(key);
    if (context == null) {
      return; // It listens no longer, or went away.
    }
    if (attempt > MAX_TRIES) {
      close.accept(to);
      return;
    }
    String id = pushes.newId();
    ConfigChangeNotifyRequest request =
        new ConfigChangeNotifyRequest(id, context.dataId(), context.group(), context.tenant());
    pushes.send(
        to,
        id,
        Messages.bytes(request),
        ACK_TIMEOUT,
        () -> {},
        () -> loop.after(RETRY_STEP.multipliedBy(attempt), () -> tell(to, key, attempt + 1)));
  }
}
