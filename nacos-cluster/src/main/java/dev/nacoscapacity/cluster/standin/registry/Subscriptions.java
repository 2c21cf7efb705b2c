package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Schedules pushes to the subscribers of a service: half a second after a change or a subscription,
 * with retries until the client acknowledges. After Nacos 2.2's {@code PushDelayTaskExecuteEngine}
 * and {@code PushExecuteTask}. Confined to the node's thread.
 *
 * @param <C> a client's connection, compared by identity
 */
public final class Subscriptions<C> {

  private static final Duration DELAY = Duration.ofMillis(500);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final Duration ACK_TIMEOUT = Duration.ofSeconds(5);

  private final Loop loop;
  private final Push<C> push;
  private final Map<ServiceKey, Set<C>> subscribers = new HashMap<>();
  private final Map<ServiceKey, DuePush> due = new HashMap<>();

  /** For look-ups only: its order differs from run to run. */
  private final Map<C, Map<ServiceKey, String>> byClient = new HashMap<>();

  private int count;

  public Subscriptions(Loop loop, Push<C> push) {
    this.loop = loop;
    this.push = push;
  }

  /** Pushes the current instances of a service to a client. */
  @FunctionalInterface
  public interface Push<C> {

    /**
     * Sends them.
     *
     * @param clusters requested by the client, separated by commas; empty for all
     * @param timeout until which the client must acknowledge
     * @param failed to be run later when the client did not acknowledge in time, or could not
     *     receive the push; not needed once the connection is closed
     */
    void send(C to, ServiceKey service, String clusters, Duration timeout, Runnable failed);
  }

  /** The clients of a service that wait for a push. */
  private final class DuePush {
    private final Set<C> some = new LinkedHashSet<>();
    private boolean all;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Subscribes the client to this service; replaces an earlier subscription to the service. */
  public void subscribe(C client, ServiceKey service, String clusters) {
    byClient.computeIfAbsent(client, c -> new LinkedHashMap<>(2)).put(service, clusters);
    if (subscribers.computeIfAbsent(service, key -> new LinkedHashSet<>()).add(client)) {
      count++;
    }
    due(service, DELAY).some.add(client);
  }

  public void unsubscribe(C client, ServiceKey service) {
    byClient.computeIfPresent(
        client,
        (key, services) -> {
          services.remove(service);
          return services.isEmpty() ? null : services;
        });
    subscribers.computeIfPresent(
        service,
        (key, all) -> {
          count -= all.remove(client) ? 1 : 0;
          return all.isEmpty() ? null : all;
        });
  }

  /** The connection is gone. */
  public void forget(C client) {
    List.copyOf(byClient.getOrDefault(client, Map.of()).keySet())
        .forEach(service -> unsubscribe(client, service));
  }

  /** The service's instances or their health changed. */
  public void changed(ServiceKey service) {
    if (subscribers.containsKey(service)) {
      due(service, DELAY).all = true;
    }
  }

  /** Changes that arrive while a push is due are included in that push. */
  private DuePush due(ServiceKey service, Duration delay) {
    DuePush waiting = due.get(service);
    if (waiting == null) {
      waiting = new DuePush();
      due.put(service, waiting);
      loop.after(delay, () -> push(service, due.remove(service)));
    }
    return waiting;
  }

  private void push(ServiceKey service, DuePush to) {
    if (to.all) {
      to.some.addAll(subscribers.getOrDefault(service, Set.of()));
    }
    to.some.forEach(client -> push(service, client));
  }

  private void push(ServiceKey service, C to) {
    String clusters = byClient.getOrDefault(to, Map.of()).get(service);
    if (clusters == null) {
      return; // The client unsubscribed or disconnected meanwhile.
    }
    push.send(to, service, clusters, ACK_TIMEOUT, () -> due(service, RETRY_DELAY).some.add(to));
  }
}
