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
import dev.nacoscapacity.cluster.standin.config.ConfigSubscriptions;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests about configurations, and the notices to those who listen. */
final class ConfigHandlers {

  private final Loop loop;
  private final ConfigStore store;
  private final ConnectedClients clients;
  final ConfigSubscriptions<GrpcClient> listeners;

  ConfigHandlers(Loop loop, ConfigStore store, ConnectedClients clients) {
    this.loop = loop;
    this.store = store;
    this.clients = clients;
    this.listeners = new ConfigSubscriptions<>(loop, store, this::notify, clients::close);
  }

  void addTo(GrpcCalls calls) {
    calls.add(ConfigBatchListenRequest.class, ConfigChangeBatchListenResponse.class, this::listen);
    calls.add(ConfigQueryRequest.class, ConfigQueryResponse.class, this::query);
    calls.add(ConfigPublishRequest.class, ConfigPublishResponse.class, this::publish);
    calls.add(ConfigRemoveRequest.class, ConfigRemoveResponse.class, this::remove);
  }

  private byte[] listen(GrpcClient from, ConfigBatchListenRequest request) {
    Map<ConfigKey, String> md5s = new LinkedHashMap<>();
    for (ConfigBatchListenRequest.Context context : request.configListenContexts()) {
      ConfigKey key = key(context.dataId(), context.group(), context.tenant());
      md5s.put(key, context.md5() == null ? "" : context.md5());
      from.names.put(key, context);
    }
    if (!request.listen()) {
      listeners.unlisten(from, md5s.keySet());
      from.names.keySet().removeAll(md5s.keySet());
      return GrpcMessages.bytes(new ConfigChangeBatchListenResponse(List.of()));
    }
    return GrpcMessages.bytes(
        new ConfigChangeBatchListenResponse(
            listeners.listen(from, md5s).stream()
                .map(from.names::get)
                .map(
                    each ->
                        new ConfigChangeBatchListenResponse.Context(
                            each.group(), each.dataId(), each.tenant()))
                .toList()));
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

  private void notify(GrpcClient to, ConfigKey key, Duration timeout, Runnable failed) {
    ConfigBatchListenRequest.Context name = to.names.get(key);
    clients.push(
        to,
        id -> new ConfigChangeNotifyRequest(id, name.dataId(), name.group(), name.tenant()),
        timeout,
        failed);
  }

  private static ConfigKey key(String dataId, String group, String tenant) {
    return new ConfigKey(dataId, group, tenant == null ? "" : tenant);
  }
}
