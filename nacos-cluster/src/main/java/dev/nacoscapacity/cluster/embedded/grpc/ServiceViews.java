package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.registry.Hosts;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.ServiceCache;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.protocol.grpc.Message.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ServiceInfo;
import dev.nacoscapacity.cluster.protocol.grpc.Message.SubscribeServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import java.util.function.Supplier;

/**
 * How this node shows services to clients, as payloads that are cached until the service changes.
 * After Nacos 2.2's {@code ServiceStorage}.
 */
final class ServiceViews {

  /** Nacos's {@code SwitchDomain.defaultPushCacheMillis}. */
  private static final long CACHE_MILLIS = 10_000;

  private final NamingNode node;
  private final ServiceCache<Choice, byte[]> answers;
  private final ServiceCache<String, Push> pushes;

  ServiceViews(NamingNode node) {
    this.node = node;
    this.answers = new ServiceCache<>(node.registry());
    this.pushes = new ServiceCache<>(node.registry());
  }

  /** A push and the id in it, by which it is acknowledged. */
  record Push(String id, byte[] payload) {}

  /** Which of a service's instances are shown. */
  private record Choice(String clusters, boolean healthyOnly) {}

  /** Answers a query. */
  byte[] answer(ServiceKey key, String clusters, boolean healthyOnly) {
    return answers.get(
        key,
        new Choice(clusters, healthyOnly),
        () -> Messages.bytes(new QueryServiceResponse(info(key, clusters, healthyOnly))));
  }

  /** Answers a subscription. */
  byte[] subscribed(ServiceKey key, String clusters) {
    return Messages.bytes(new SubscribeServiceResponse(info(key, clusters, false)));
  }

  /** A push to a subscriber; subscribers of the same clusters share a push. */
  Push push(ServiceKey key, String clusters, Supplier<String> newId) {
    return pushes.get(
        key,
        clusters,
        () -> {
          String id = newId.get();
          ServiceInfo info = info(key, clusters, false);
          return new Push(
              id,
              Messages.bytes(
                  new NotifySubscriberRequest(
                      id, key.namespace(), info.name(), info.groupName(), info)));
        });
  }

  private ServiceInfo info(ServiceKey key, String clusters, boolean healthyOnly) {
    Hosts hosts = Hosts.of(node.registry().find(key), clusters, healthyOnly, true);
    return new ServiceInfo(
        key.plainName(),
        key.group(),
        clusters,
        CACHE_MILLIS,
        hosts.instances().stream().map(state -> state.described(key.name(), "simple")).toList(),
        node.loop().millis(),
        "",
        false,
        hosts.protect(),
        true);
  }
}
