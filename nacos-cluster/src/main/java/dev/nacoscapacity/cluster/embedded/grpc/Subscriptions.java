package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.registry.Loop;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells subscribers how their services look: half a second after a change or a subscription, and
 * again until they acknowledge. After Nacos 2.2's {@code PushDelayTaskExecuteEngine} and {@code
 * PushExecuteTask}.
 */
final class Subscriptions {

  private static final Duration DELAY = Duration.ofMillis(500);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final Duration ACK_TIMEOUT = Duration.ofSeconds(5);

  private final Loop loop;
  private final ServiceViews views;
  private final Pushes pushes;
  private final Map<ServiceKey, Set<GrpcClient>> subscribers = new HashMap<>();
  private final Map<ServiceKey, Set<GrpcClient>> due = new HashMap<>();

  Subscriptions(Loop loop, ServiceViews views, Pushes pushes) {
    this.loop = loop;
    this.views = views;
    this.pushes = pushes;
  }

  void subscribe(GrpcClient connection, ServiceKey service, String clusters) {
    connection.subscribed().put(service, clusters);
    subscribers.computeIfAbsent(service, key -> new HashSet<>()).add(connection);
    push(service, Set.of(connection), DELAY);
  }

  void unsubscribe(GrpcClient connection, ServiceKey service) {
    connection.subscribed().remove(service);
    subscribers.computeIfPresent(
        service,
        (key, all) -> {
          all.remove(connection);
          return all.isEmpty() ? null : all;
        });
  }

  void forget(GrpcClient connection) {
    List.copyOf(connection.subscribed().keySet())
        .forEach(service -> unsubscribe(connection, service));
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
      loop.after(delay, () -> due.remove(service).forEach(each -> push(service, each)));
    }
    waiting.addAll(to);
  }

  private void push(ServiceKey service, GrpcClient to) {
    String clusters = to.subscribed().get(service);
    if (clusters == null) {
      return; // It unsubscribed or went away meanwhile.
    }
    ServiceViews.Push push = views.push(service, clusters, pushes::newId);
    pushes.send(
        to,
        push.id(),
        push.payload(),
        ACK_TIMEOUT,
        () -> {},
        () -> push(service, Set.of(to), RETRY_DELAY));
  }
}
