package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeBatchListenResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeNotifyRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigRemoveRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigRemoveResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests about configurations, and the pushes to listeners: a change is pushed again after 2 s, 4
 * s and so on until the client acknowledges it; a client that never acknowledges is disconnected.
 * After Nacos 2.2's {@code RpcConfigChangeNotifier}.
 */
final class ConfigHandlers {

  private static final Duration ACK_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration RETRY_STEP = Duration.ofSeconds(2);
  private static final int MAX_TRIES = 50;

  private final Loop loop;
  private final ConfigStore store;
  private final GrpcClients clients;
  private final Map<ConfigKey, Set<GrpcClient>> listeners = new HashMap<>();

  ConfigHandlers(Loop loop, ConfigStore store, GrpcClients clients) {
    this.loop = loop;
    this.store = store;
    this.clients = clients;
  }

  void addTo(GrpcCalls calls) {
    calls.add(ConfigBatchListenRequest.class, ConfigChangeBatchListenResponse.class, this::listen);
    calls.add(ConfigQueryRequest.class, ConfigQueryResponse.class, this::query);
    calls.add(ConfigPublishRequest.class, ConfigPublishResponse.class, this::publish);
    calls.add(ConfigRemoveRequest.class, ConfigRemoveResponse.class, this::remove);
  }

  private byte[] listen(GrpcClient from, ConfigBatchListenRequest request) {
    List<ConfigChangeBatchListenResponse.Context> changed = new ArrayList<>();
    for (ConfigBatchListenRequest.Context context : request.configListenContexts()) {
      ConfigKey key = key(context.dataId(), context.group(), context.tenant());
      if (!request.listen()) {
        unlisten(from, key);
        continue;
      }
      listen(from, key, context);
      if (!store.md5(key).equals(context.md5() == null ? "" : context.md5())) {
        changed.add(
            new ConfigChangeBatchListenResponse.Context(
                context.group(), context.dataId(), context.tenant()));
      }
    }
    return GrpcMessages.bytes(new ConfigChangeBatchListenResponse(changed));
  }

  private byte[] query(GrpcClient from, ConfigQueryRequest request) {
    return store
        .find(key(request.dataId(), request.group(), request.tenant()))
        .map(
            config ->
                GrpcMessages.bytes(
                    new ConfigQueryResponse(
                        config.content(), config.type(), config.md5(), config.modifiedMillis())))
        .orElseGet(
            () ->
                GrpcMessages.failure(
                    "ConfigQueryResponse", Codes.CONFIG_NOT_FOUND, "config data not exist"));
  }

  private byte[] publish(GrpcClient from, ConfigPublishRequest request) {
    Map<String, String> more = request.additionMap() == null ? Map.of() : request.additionMap();
    String type = more.get("type");
    store.publish(
        key(request.dataId(), request.group(), request.tenant()),
        request.content(),
        type == null ? "text" : type,
        loop.millis());
    return GrpcMessages.bytes(new ConfigPublishResponse());
  }

  private byte[] remove(GrpcClient from, ConfigRemoveRequest request) {
    store.delete(key(request.dataId(), request.group(), request.tenant()));
    return GrpcMessages.bytes(new ConfigRemoveResponse());
  }

  void listen(GrpcClient client, ConfigKey key, ConfigBatchListenRequest.Context context) {
    client.listened().put(key, context);
    listeners.computeIfAbsent(key, k -> new HashSet<>()).add(client);
  }

  private void unlisten(GrpcClient client, ConfigKey key) {
    client.listened().remove(key);
    listeners.computeIfPresent(
        key,
        (k, all) -> {
          all.remove(client);
          return all.isEmpty() ? null : all;
        });
  }

  /** The connection is gone. */
  void forget(GrpcClient client) {
    List.copyOf(client.listened().keySet()).forEach(key -> unlisten(client, key));
  }

  /** A configuration was published or deleted. */
  void changed(ConfigKey key) {
    List.copyOf(listeners.getOrDefault(key, Set.of())).forEach(each -> push(each, key, 1));
  }

  private void push(GrpcClient client, ConfigKey key, int attempt) {
    ConfigBatchListenRequest.Context context = client.listened().get(key);
    if (context == null) {
      return; // The client no longer listens, or has disconnected.
    }
    if (attempt > MAX_TRIES) {
      clients.close(client);
      return;
    }
    clients.push(
        client,
        id ->
            new ConfigChangeNotifyRequest(id, context.dataId(), context.group(), context.tenant()),
        ACK_TIMEOUT,
        () -> loop.after(RETRY_STEP.multipliedBy(attempt), () -> push(client, key, attempt + 1)));
  }

  private static ConfigKey key(String dataId, String group, String tenant) {
    return new ConfigKey(dataId, group, tenant == null ? "" : tenant);
  }
}
