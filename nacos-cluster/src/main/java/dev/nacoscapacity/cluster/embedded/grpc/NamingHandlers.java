package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.registry.InstanceKey;
import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.Registry;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.message.BatchInstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.BatchInstanceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.message.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.InstanceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.NamingRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ServiceListRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ServiceListResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ServiceQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.SubscribeServiceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.SubscribeServiceResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Requests about services and their instances. */
final class NamingHandlers {

  private final Registry registry;
  private final ServiceViews views;
  private final Subscriptions subscriptions;

  NamingHandlers(Registry registry, ServiceViews views, Subscriptions subscriptions) {
    this.registry = registry;
    this.views = views;
    this.subscriptions = subscriptions;
  }

  void addTo(Handlers handlers) {
    handlers.add(InstanceRequest.class, InstanceResponse.class, this::instance);
    handlers.add(BatchInstanceRequest.class, BatchInstanceResponse.class, this::batch);
    handlers.add(ServiceQueryRequest.class, QueryServiceResponse.class, this::query);
    handlers.add(SubscribeServiceRequest.class, SubscribeServiceResponse.class, this::subscribe);
    handlers.add(ServiceListRequest.class, ServiceListResponse.class, this::list);
  }

  /** As in Nacos, a connection has one instance of a service: whichever it deregisters is that. */
  private byte[] instance(GrpcClient from, Payload payload) throws IOException {
    InstanceRequest request = Messages.read(payload, InstanceRequest.class);
    ServiceKey service = service(request);
    switch (request.type()) {
      case Codes.REGISTER ->
          from.publisher().publish(service, List.of(spec(service, request.instance())));
      case Codes.DEREGISTER -> from.publisher().withdraw(service);
      default -> throw new IllegalArgumentException("Unsupported request type " + request.type());
    }
    return Messages.bytes(InstanceResponse.ok(request.type()));
  }

  private byte[] batch(GrpcClient from, Payload payload) throws IOException {
    BatchInstanceRequest request = Messages.read(payload, BatchInstanceRequest.class);
    ServiceKey service = service(request);
    from.publisher()
        .publish(
            service,
            request.instances().stream().map(instance -> spec(service, instance)).toList());
    return Messages.bytes(BatchInstanceResponse.ok(request.type()));
  }

  private byte[] query(GrpcClient from, Payload payload) throws IOException {
    ServiceQueryRequest request = Messages.read(payload, ServiceQueryRequest.class);
    return views.answer(service(request), orEmpty(request.cluster()), request.healthyOnly());
  }

  private byte[] subscribe(GrpcClient from, Payload payload) throws IOException {
    SubscribeServiceRequest request = Messages.read(payload, SubscribeServiceRequest.class);
    ServiceKey service = service(request);
    String clusters = orEmpty(request.clusters());
    if (request.subscribe()) {
      subscriptions.subscribe(from, service, clusters);
    } else {
      subscriptions.unsubscribe(from, service);
    }
    return views.subscribed(service, clusters);
  }

  private byte[] list(GrpcClient from, Payload payload) throws IOException {
    ServiceListRequest request = Messages.read(payload, ServiceListRequest.class);
    String prefix = request.groupName() + Http.GROUP_SEPARATOR;
    List<String> names =
        registry.services(namespace(request)).stream()
            .map(service -> service.key().name())
            .filter(name -> name.startsWith(prefix))
            .map(name -> name.substring(prefix.length()))
            .toList();
    long start = Math.max(0, (request.pageNo() - 1L) * request.pageSize());
    List<String> page = names.stream().skip(start).limit(Math.max(0, request.pageSize())).toList();
    return Messages.bytes(ServiceListResponse.ok(names.size(), page));
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
        true,
        instance.metadata() == null ? Map.of() : instance.metadata());
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
