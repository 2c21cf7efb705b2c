package dev.nacoscapacity.cluster.standin.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The instances that one connection publishes, on the node that has the connection. After Nacos 2's
 * {@code ConnectionBasedClient}. Confined to the node's thread.
 */
public final class Publisher {

  private final Registry registry;
  private final Origin origin;
  private final Consumer<Datum> written;
  private final Map<ServiceKey, List<InstanceSpec>> published = new HashMap<>(2);

  Publisher(Registry registry, Origin origin, Consumer<Datum> written) {
    this.registry = registry;
    this.origin = origin;
    this.written = written;
  }

  Map<ServiceKey, List<InstanceSpec>> published() {
    return published;
  }

  /** Publishes instances of a service in place of those published before. */
  public void publish(ServiceKey key, List<InstanceSpec> instances) {
    Datum datum = registry.obtain(key, origin);
    List<InstanceSpec> before = published.put(key, List.copyOf(instances));
    if (before != null) {
      remove(datum, before);
    }
    instances.forEach(spec -> datum.publish(spec, this));
    written.accept(datum);
  }

  /** Withdraws all instances of a service. */
  public void withdraw(ServiceKey key) {
    List<InstanceSpec> before = published.remove(key);
    if (before != null) {
      Datum datum = registry.obtain(key, origin);
      remove(datum, before);
      written.accept(datum);
    }
  }

  /** The same instance may have been published again by the client's next connection. */
  private void remove(Datum datum, List<InstanceSpec> instances) {
    instances.forEach(spec -> datum.withdraw(spec.key(), this));
  }

  /** The connection is gone. */
  public void close() {
    List.copyOf(published.keySet()).forEach(this::withdraw);
  }
}
