package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.registry.InstanceKey;
import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.Message.BatchInstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.BatchInstanceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.Message.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.InstanceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.NamingRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ServiceListRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ServiceListResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ServiceQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.SubscribeServiceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.SubscribeServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests about services and their instances, and the pushes to subscribers: half a second after a
 * change or a subscription, and again until they acknowledge. After Nacos 2.2's {@code
 * PushDelayTaskExecuteEngine} and {@code PushExecuteTask}.
 */
final class NamingHandlers {

  private static final Duration DELAY = Duration.ofMillis(500);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final Duration ACK_TIMEOUT = Duration.ofSeconds(5);

  private final NamingNode node;
  private final ServiceViews views;
  private final GrpcClients clients;
  private final Map<ServiceKey, Set<GrpcClient>> subscribers = new HashMap<>();
  private final Map<ServiceKey, Set<GrpcClient>> due = new HashMap<>();

  NamingHandlers(NamingNode node, GrpcClients clients) {
    this.node = node;
    this.views = new ServiceViews(node);
    this.clients = clients;
  }

  void addTo(Calls calls) {
    calls.add(InstanceRequest.class, InstanceResponse.class, this::instance);
    calls.add(BatchInstanceRequest.class, BatchInstanceResponse.class, this::batch);
    calls.add(ServiceQueryRequest.class, QueryServiceResponse.class, this::query);
    calls.add(SubscribeServiceRequest.class, SubscribeServiceResponse.class, this::subscribe);
    calls.add(ServiceListRequest.class, ServiceListResponse.class, this::list);
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
      subscribe(from, service, clusters);
    } else {
      unsubscribe(from, service);
    }
    return views.subscribed(service, clusters);
  }

  void subscribe(GrpcClient client, ServiceKey service, String clusters) {
    client.subscribed().put(service, clusters);
    subscribers.computeIfAbsent(service, key -> new HashSet<>()).add(client);
    push(service, Set.of(client), DELAY);
  }

  void unsubscribe(GrpcClient client, ServiceKey service) {
    client.subscribed().remove(service);
    subscribers.computeIfPresent(
        service,
        (key, all) -> {
          all.remove(client);
          return all.isEmpty() ? null : all;
        });
  }

  /** The connection is gone. */
  void forget(GrpcClient client) {
    List.copyOf(client.subscribed().keySet()).forEach(service -> unsubscribe(client, service));
  }

  /** The service's instances or their health changed. */
  void changed(ServiceKey service) {
    Set<GrpcClient> all = subscribers.get(service);
    if (all != null) {
      push(service, all, DELAY);
    }
  }

  /** Changes that come while a push is due become part of it. */
  private void push(ServiceKey service, Set<GrpcClient> to, Duration delay) {
    Set<GrpcClient> waiting = due.get(service);
    if (waiting == null) {
      waiting = new HashSet<>();
      due.put(service, waiting);
      node.loop().after(delay, () -> due.remove(service).forEach(each -> push(service, each)));
    }
    waiting.addAll(to);
  }

  private void push(ServiceKey service, GrpcClient to) {
    String clusters = to.subscribed().get(service);
    if (clusters == null) {
      return; // It unsubscribed or went away meanwhile.
    }
    ServiceViews.Push push = views.push(service, clusters, clients::newRequestId);
    to.push(push.id(), push.payload(), ACK_TIMEOUT, () -> push(service, Set.of(to), RETRY_DELAY));
  }

  private byte[] list(GrpcClient from, Payload payload) throws IOException {
    ServiceListRequest request = Messages.read(payload, ServiceListRequest.class);
    String prefix = request.groupName() + Http.GROUP_SEPARATOR;
    List<String> names =
        node.registry().services(namespace(request)).stream()
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
