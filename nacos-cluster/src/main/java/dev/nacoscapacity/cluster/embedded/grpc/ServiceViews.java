package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.InstanceState;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Message.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.Message.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ServiceInfo;
import dev.nacoscapacity.cluster.protocol.grpc.Message.SubscribeServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How this node shows services to clients, as payloads that are cached until the service changes.
 * After Nacos 2.2's {@code ServiceStorage} and {@code ServiceUtil}.
 */
final class ServiceViews {

  /** Nacos's {@code SwitchDomain.defaultPushCacheMillis}. */
  private static final long CACHE_MILLIS = 10_000;

  private final NamingNode node;
  private final Map<ServiceKey, CachedPayloads> cached = new HashMap<>();

  ServiceViews(NamingNode node) {
    this.node = node;
  }

  /** A push and the id in it, by which it is acknowledged. */
  record Push(String id, byte[] payload) {}

  /** Which of a service's instances are shown. */
  private record Choice(String clusters, boolean healthyOnly) {}

  /** Answers a query. */
  byte[] answer(ServiceKey key, String clusters, boolean healthyOnly) {
    return cached(key)
        .answers
        .computeIfAbsent(
            new Choice(clusters, healthyOnly),
            choice -> bytes(key, choice, QueryServiceResponse::ok));
  }

  /** Answers a subscription. */
  byte[] subscribed(ServiceKey key, String clusters) {
    return bytes(key, new Choice(clusters, false), SubscribeServiceResponse::ok);
  }

  /** A push to a subscriber; subscribers of the same clusters share a push. */
  Push push(ServiceKey key, String clusters, Supplier<String> newId) {
    return cached(key)
        .pushes
        .computeIfAbsent(
            clusters,
            c -> {
              String id = newId.get();
              return new Push(
                  id,
                  bytes(
                      key,
                      new Choice(clusters, false),
                      info ->
                          new NotifySubscriberRequest(
                              id, key.namespace(), info.name(), info.groupName(), info)));
            });
  }

  private CachedPayloads cached(ServiceKey key) {
    Service service = node.registry().find(key);
    long version = service == null ? -1 : service.version();
    CachedPayloads known = cached.get(key);
    if (known == null || known.version != version) {
      known = new CachedPayloads(version);
      cached.put(key, known);
    }
    return known;
  }

  private byte[] bytes(ServiceKey key, Choice choice, Function<ServiceInfo, Record> message) {
    return Messages.bytes(message.apply(info(key, choice)));
  }

  private ServiceInfo info(ServiceKey key, Choice choice) {
    Service service = node.registry().find(key);
    List<String> clusters = List.of(choice.clusters.split(","));
    List<InstanceState> chosen =
        service == null
            ? List.of()
            : service.instances().stream()
                .filter(state -> state.spec().enabled())
                .filter(
                    state ->
                        choice.clusters.isEmpty()
                            || clusters.contains(state.spec().key().cluster()))
                .toList();
    // With none healthy Nacos calls all of them healthy: the protect threshold, 0, is reached.
    boolean protect = !chosen.isEmpty() && chosen.stream().noneMatch(InstanceState::healthy);
    int group = key.name().indexOf(Http.GROUP_SEPARATOR);
    return new ServiceInfo(
        key.name().substring(group + Http.GROUP_SEPARATOR.length()),
        key.name().substring(0, group),
        choice.clusters,
        CACHE_MILLIS,
        chosen.stream()
            .filter(state -> protect || state.healthy() || !choice.healthyOnly)
            .map(state -> instance(state.spec(), protect || state.healthy(), key.name()))
            .toList(),
        node.loop().millis(),
        "",
        false,
        protect,
        true);
  }

  private static Instance instance(InstanceSpec spec, boolean healthy, String service) {
    return new Instance(
        spec.instanceId(),
        spec.key().ip(),
        spec.key().port(),
        spec.weight(),
        healthy,
        spec.enabled(),
        spec.ephemeral(),
        spec.key().cluster(),
        service,
        spec.metadata(),
        spec.beatIntervalMillis(),
        spec.beatTimeoutMillis(),
        spec.deleteTimeoutMillis(),
        "simple");
  }

  private static final class CachedPayloads {
    private final long version;
    private final Map<Choice, byte[]> answers = new HashMap<>(2);
    private final Map<String, Push> pushes = new HashMap<>(2);

    private CachedPayloads(long version) {
      this.version = version;
    }
  }
}
