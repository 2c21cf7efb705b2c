package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.BatchInstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.BatchInstanceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NamingRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.PersistentInstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceInfo;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceListRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceListResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.SubscribeServiceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.SubscribeServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.standin.registry.Hosts;
import dev.nacoscapacity.cluster.standin.registry.Hosts.Threshold;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Registry;
import dev.nacoscapacity.cluster.standin.registry.ServiceCache;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Subscriptions;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Requests about services and their instances, and the pushes to subscribers. Lists are kept as
 * payloads until the service changes. After Nacos 2.2's {@code ServiceStorage}.
 */
final class NamingHandlers {

  /** Nacos's {@code SwitchDomain.defaultPushCacheMillis}. */
  private static final long CACHE_MILLIS = 10_000;

  /** A push and the id in it, by which it is acknowledged. */
  private record Push(String id, byte[] payload) {}

  /** Which of a service's instances are shown. */
  private record Choice(String clusters, boolean healthyOnly) {}

  private final NamingNode node;
  private final ServiceCache<Choice, byte[]> lists;
  private final ServiceCache<String, Push> pushes;
  private final ConnectedClients clients;
  final Subscriptions<GrpcClient> subscriptions;

  NamingHandlers(NamingNode node, ConnectedClients clients) {
    this.node = node;
    this.lists = new ServiceCache<>(node.registry());
    this.pushes = new ServiceCache<>(node.registry());
    this.clients = clients;
    this.subscriptions = new Subscriptions<>(node.loop(), this::push);
    node.registry().onChange(service -> subscriptions.changed(service.key()));
  }

  void addTo(GrpcCalls calls) {
    calls.add(InstanceRequest.class, InstanceResponse.class, this::instance);
    calls.add(PersistentInstanceRequest.class, InstanceResponse.class, this::persistent);
    calls.add(BatchInstanceRequest.class, BatchInstanceResponse.class, this::batch);
    calls.add(ServiceQueryRequest.class, QueryServiceResponse.class, this::query);
    calls.add(SubscribeServiceRequest.class, SubscribeServiceResponse.class, this::subscribe);
    calls.add(ServiceListRequest.class, ServiceListResponse.class, this::list);
  }

  /**
   * As in Nacos, a connection has one instance of a service, so any deregistration removes that
   * one.
   */
  private byte[] instance(GrpcClient from, InstanceRequest request) {
    ServiceKey service = service(request);
    switch (request.type()) {
      case Codes.REGISTER ->
          from.publisher().publish(service, List.of(spec(service, request.instance())));
      case Codes.DEREGISTER -> from.publisher().withdraw(service);
      default -> throw new IllegalArgumentException("Unsupported request type " + request.type());
    }
    return GrpcMessages.bytes(new InstanceResponse(request.type()));
  }

  /** The owner of the service keeps it, and another node answers before the owner has it. */
  private byte[] persistent(GrpcClient from, PersistentInstanceRequest request) {
    ServiceKey service = service(request);
    InstanceSpec spec = spec(service, request.instance());
    PeerCall<Boolean> write =
        switch (request.type()) {
          case Codes.REGISTER -> new Writes.Register(service, spec, true);
          case Codes.DEREGISTER -> new Writes.Deregister(service, spec.key());
          default ->
              throw new IllegalArgumentException("Unsupported request type " + request.type());
        };
    node.onOwner(service.name(), write, written -> {}, (status, text) -> {});
    return GrpcMessages.bytes(new InstanceResponse(request.type()));
  }

  private byte[] batch(GrpcClient from, BatchInstanceRequest request) {
    ServiceKey service = service(request);
    from.publisher()
        .publish(
            service,
            request.instances().stream().map(instance -> spec(service, instance)).toList());
    return GrpcMessages.bytes(new BatchInstanceResponse(request.type()));
  }

  private byte[] query(GrpcClient from, ServiceQueryRequest request) {
    ServiceKey service = service(request);
    Choice choice = new Choice(orEmpty(request.cluster()), request.healthyOnly());
    return lists.get(
        service, choice, () -> GrpcMessages.bytes(new QueryServiceResponse(info(service, choice))));
  }

  private byte[] subscribe(GrpcClient from, SubscribeServiceRequest request) {
    ServiceKey service = service(request);
    String clusters = orEmpty(request.clusters());
    if (request.subscribe()) {
      subscriptions.subscribe(from, service, clusters);
    } else {
      subscriptions.unsubscribe(from, service);
    }
    return GrpcMessages.bytes(
        new SubscribeServiceResponse(info(service, new Choice(clusters, false))));
  }

  private void push(
      GrpcClient to, ServiceKey service, String clusters, Duration timeout, Runnable failed) {
    // Subscribers of the same clusters share a push.
    Push push =
        pushes.get(
            service,
            clusters,
            () -> {
              String id = clients.newRequestId();
              ServiceInfo info = info(service, new Choice(clusters, false));
              return new Push(
                  id,
                  GrpcMessages.bytes(
                      new NotifySubscriberRequest(
                          id, service.namespace(), info.name(), info.groupName(), info)));
            });
    to.push(push.id(), push.payload(), timeout, failed);
  }

  private ServiceInfo info(ServiceKey key, Choice choice) {
    Hosts hosts =
        Hosts.of(node.registry().find(key), choice.clusters, choice.healthyOnly, Threshold.ENABLED);
    return new ServiceInfo(
        key.plainName(),
        key.group(),
        choice.clusters,
        CACHE_MILLIS,
        hosts.instances().stream().map(state -> state.described(key.name(), "simple")).toList(),
        node.loop().millis(),
        "",
        false,
        hosts.protect(),
        true);
  }

  private byte[] list(GrpcClient from, ServiceListRequest request) {
    List<String> names = node.registry().names(namespace(request), request.groupName());
    List<String> page = Registry.page(names, request.pageNo(), request.pageSize());
    return GrpcMessages.bytes(new ServiceListResponse(names.size(), page));
  }

  private static ServiceKey service(NamingRequest request) {
    return new ServiceKey(
        namespace(request), request.groupName() + Http.GROUP_SEPARATOR + request.serviceName());
  }

  private static String namespace(NamingRequest request) {
    return request.namespace() == null || request.namespace().isEmpty()
        ? "public"
        : request.namespace();
  }

  private static InstanceSpec spec(ServiceKey service, Instance instance) {
    String cluster = orEmpty(instance.clusterName());
    return InstanceSpec.of(
        new InstanceKey(
            instance.ip(), instance.port(), cluster.isEmpty() ? Http.DEFAULT_CLUSTER : cluster),
        service.name(),
        instance.weight(),
        instance.enabled(),
        instance.ephemeral(),
        instance.metadata() == null ? Map.of() : instance.metadata());
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
