package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.config.Config;
import dev.nacoscapacity.cluster.embedded.config.ConfigKey;
import dev.nacoscapacity.cluster.embedded.config.ConfigStore;
import dev.nacoscapacity.cluster.embedded.registry.Loop;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigChangeBatchListenResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigPublishRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigPublishResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigQueryResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigRemoveRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigRemoveResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ErrorResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Requests about configurations. */
final class ConfigHandlers {

  private final Loop loop;
  private final ConfigStore store;
  private final Listens listens;

  ConfigHandlers(Loop loop, ConfigStore store, Listens listens) {
    this.loop = loop;
    this.store = store;
    this.listens = listens;
  }

  void addTo(Handlers handlers) {
    handlers.add(
        ConfigBatchListenRequest.class, ConfigChangeBatchListenResponse.class, this::listen);
    handlers.add(ConfigQueryRequest.class, ConfigQueryResponse.class, this::query);
    handlers.add(ConfigPublishRequest.class, ConfigPublishResponse.class, this::publish);
    handlers.add(ConfigRemoveRequest.class, ConfigRemoveResponse.class, this::remove);
  }

  private byte[] listen(GrpcClient from, Payload payload) throws IOException {
    ConfigBatchListenRequest request = Messages.read(payload, ConfigBatchListenRequest.class);
    List<ConfigChangeBatchListenResponse.Context> changed = new ArrayList<>();
    for (ConfigBatchListenRequest.Context context : request.configListenContexts()) {
      ConfigKey key = key(context.dataId(), context.group(), context.tenant());
      if (!request.listen()) {
        listens.unlisten(from, key);
        continue;
      }
      listens.listen(from, key, context);
      if (!store.md5(key).equals(context.md5() == null ? "" : context.md5())) {
        changed.add(
            new ConfigChangeBatchListenResponse.Context(
                context.group(), context.dataId(), context.tenant()));
      }
    }
    return Messages.bytes(ConfigChangeBatchListenResponse.ok(changed));
  }

  private byte[] query(GrpcClient from, Payload payload) throws IOException {
    ConfigQueryRequest request = Messages.read(payload, ConfigQueryRequest.class);
    Config config = store.find(key(request.dataId(), request.group(), request.tenant()));
    if (config == null) {
      byte[] json =
          Messages.json(ErrorResponse.of(Codes.CONFIG_NOT_FOUND, "config data not exist"));
      return PayloadMarshaller.bytes(new Payload("ConfigQueryResponse", "", Map.of(), json));
    }
    return Messages.bytes(
        ConfigQueryResponse.ok(
            config.content(), config.type(), config.md5(), config.modifiedMillis()));
  }

  private byte[] publish(GrpcClient from, Payload payload) throws IOException {
    ConfigPublishRequest request = Messages.read(payload, ConfigPublishRequest.class);
    Map<String, String> more = request.additionMap() == null ? Map.of() : request.additionMap();
    String type = more.get("type");
    store.publish(
        key(request.dataId(), request.group(), request.tenant()),
        request.content(),
        type == null ? "text" : type,
        loop.millis());
    return Messages.bytes(ConfigPublishResponse.ok());
  }

  private byte[] remove(GrpcClient from, Payload payload) throws IOException {
    ConfigRemoveRequest request = Messages.read(payload, ConfigRemoveRequest.class);
    store.delete(key(request.dataId(), request.group(), request.tenant()));
    return Messages.bytes(ConfigRemoveResponse.ok());
  }

  private static ConfigKey key(String dataId, String group, String tenant) {
    return new ConfigKey(dataId, group, tenant == null ? "" : tenant);
  }
}
